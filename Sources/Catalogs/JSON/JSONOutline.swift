/// The keys of the beginning of a JSON document, which may be cut off: `results.set_id` for `{"results": [{"set_id": …`.
/// Arrays are looked through as if they were their elements.
struct JSONOutline {
    /// Deeper keys tell nothing.
    private static let depthLimit = 4

    private(set) var paths: Set<String> = []
    /// Values of the keys named `resourceType`, by their path.
    private(set) var resourceTypes: [String: Set<String>] = [:]

    private enum Container { case object, array }
    private var containers: [Container] = []
    /// One for each open object of the first few, the key at hand.
    private var keys: [String] = []
    private var isKeyNext = false

    init(_ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place < bytes.endIndex {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "{"): open(.object)
            case UInt8(ascii: "["): open(.array)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard !containers.isEmpty else { return }
                close()
            case UInt8(ascii: ","): isKeyNext = containers.last == .object
            case 0x22:
                let start = place
                guard let end = Self.end(bytes, start) else { return }
                place = end + 1
                take(bytes[start..<end])
            default: continue
            }
        }
    }

    private mutating func open(_ container: Container) {
        containers.append(container)
        isKeyNext = container == .object
        if container == .object { keys.append("") }
    }

    private mutating func close() {
        if containers.removeLast() == .object { keys.removeLast() }
        isKeyNext = false
    }

    private mutating func take(_ text: ArraySlice<UInt8>) {
        guard keys.count <= Self.depthLimit, let last = keys.indices.last, text.count <= 100 else {
            isKeyNext = false
            return
        }
        let text = String(decoding: text, as: UTF8.self)
        if isKeyNext {
            isKeyNext = false
            keys[last] = text
            paths.insert(keys.joined(separator: "."))
        } else if keys[last] == "resourceType" {
            resourceTypes[keys.joined(separator: "."), default: []].insert(text)
        }
    }

    private static func end(_ bytes: ArraySlice<UInt8>, _ start: Int) -> Int? {
        var isEscaped = false
        for place in start..<bytes.endIndex {
            let byte = bytes[place]
            if byte == 0x22, !isEscaped { return place }
            isEscaped = byte == 0x5C && !isEscaped
        }
        return nil
    }
}

extension JSONOutline {
    /// Sections of a drug label by which its JSON is told from other documents of openFDA.
    private static let telling: Set<String> = ["spl_product_data_elements", "indications_and_usage", "set_id"]
    private static let sections: Set<String> = telling.union([
        "adverse_reactions", "openfda", "warnings", "effective_time", "dosage_and_administration", "active_ingredient",
        "purpose", "description", "boxed_warning", "spl_unclassified_section", "package_label_principal_display_panel",
    ])

    /// Whether the objects under a path are drug labels of openFDA.
    func hasLabels(under prefix: String) -> Bool {
        let keys = Set(paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) })
        return !keys.isDisjoint(with: Self.telling) && keys.intersection(Self.sections).count >= 2
    }
}
