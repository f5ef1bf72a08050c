/// Parents and order of the codes of a list.
struct DiagnosisOrder {
    private let codes: Set<String>

    init(_ codes: some Sequence<String>) { self.codes = Set(codes) }

    /// The longest beginning of a code that is a code too, of three characters at least: `E0837X1` stands below `E0837`.
    func parent(of code: String) -> String? {
        var length = code.utf8.count - 1
        while length >= 3 {
            let beginning = String(code.prefix(length))
            if codes.contains(beginning) { return beginning }
            length -= 1
        }
        return nil
    }

    /// The codes in a given order, but each behind its parent; what the order lacks, at the end.
    func parentsFirst(_ order: [String], _ all: some Sequence<String>) -> [String] {
        var done: Set<String> = []
        var result: [String] = []
        result.reserveCapacity(codes.count)
        func add(_ code: String) {
            guard codes.contains(code), !done.contains(code) else { return }
            if let parent = parent(of: code) { add(parent) }
            done.insert(code)
            result.append(code)
        }
        for code in order { add(code) }
        for code in all.sorted() where !done.contains(code) { add(code) }
        return result
    }

    /// The codes below their parents: siblings in a given order, new ones among them by their code.
    func tree(_ order: [String], _ all: some Sequence<String>) -> [String] {
        let known = Set(order)
        var children: [String?: (known: [String], new: [String])] = [:]
        for code in order where codes.contains(code) {
            children[parent(of: code), default: ([], [])].known.append(code)
        }
        for code in all.sorted() where !known.contains(code) {
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
