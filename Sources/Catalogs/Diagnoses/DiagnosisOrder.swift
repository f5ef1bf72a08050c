/// Parents and order of the codes of a list.
struct DiagnosisOrder {
    private var codes = CodeSet()

    init(_ codes: some Sequence<String>) { for code in codes { self.codes.insert(code) } }

    /// The longest beginning of a code that is a code too, of three characters at least: `E0837X1` stands below `E0837`.
    func parent(of code: String) -> String? {
        codes.beginning(of: code, from: 3).map { String(code.prefix($0)) }
    }

    /// The codes in a given order, but each behind its parent; what the order lacks, at the end.
    func parentsFirst(_ order: [String], _ all: some Sequence<String>) -> [String] {
        var done = CodeSet()
        var result: [String] = []
        result.reserveCapacity(codes.count)
        func add(_ code: String) {
            guard codes.contains(code), done.insert(code) else { return }
            if let parent = parent(of: code) { add(parent) }
            result.append(code)
        }
        for code in order { add(code) }
        for code in all.filter({ !done.contains($0) }).sorted() { add(code) }
        return result
    }

    /// The codes below their parents: siblings in a given order, new ones among them by their code.
    func tree(_ order: [String], _ all: some Sequence<String>) -> [String] {
        let known = Set(order)
        var children: [String?: (known: [String], new: [String])] = [:]
        for code in order where codes.contains(code) {
            children[parent(of: code), default: ([], [])].known.append(code)
        }
        for code in all.filter({ !known.contains($0) }).sorted() {
            children[parent(of: code), default: ([], [])].new.append(code)
        }
        var result: [String] = []
        result.reserveCapacity(codes.count)
        func add(below parent: String?) {
            guard let lists = children[parent] else { return }
            var new = lists.new[...]
            for code in lists.known {
                while let first = new.first, first < code {
                    result.append(first)
                    add(below: first)
                    new.removeFirst()
                }
                result.append(code)
                add(below: code)
            }
            for code in new {
                result.append(code)
                add(below: code)
            }
        }
        add(below: nil)
        return result
    }
}
