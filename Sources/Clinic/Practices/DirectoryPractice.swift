/// A practice that the clinic entered into its directory, for all its clinicians.
package struct DirectoryPractice: Hashable, Sendable {
    package let id: Identifier<DirectoryPractice>
    /// 1 for the first.
    package let version: Int
    package let practice: Practice

    package init(id: Identifier<DirectoryPractice>, version: Int, practice: Practice) {
        self.id = id
        self.version = version
        self.practice = practice
    }
}

/// Names a practice wherever it is kept, in addresses and forms.
package enum PracticeReference: Hashable, Sendable {
    /// A row of an imported directory.
    case listed(Int64)
    case entry(Identifier<DirectoryPractice>)
    case favourite(Identifier<FavouritePractice>)

    /// `l16777217`, `e…` or `f…` with the identifier.
    package var text: String {
        switch self {
        case .listed(let row): "l\(row)"
        case .entry(let id): "e\(id)"
        case .favourite(let id): "f\(id)"
        }
    }

    /// - Returns: nil for text that names nothing.
    package init?(untrusted text: String) {
        let rest = String(text.dropFirst())
        switch text.utf8.first {
        case UInt8(ascii: "l"):
            guard rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let row = Int64(rest), row > 0 else {
                return nil
            }
            self = .listed(row)
        case UInt8(ascii: "e"):
            guard let id = Identifier<DirectoryPractice>(untrusted: rest) else { return nil }
            self = .entry(id)
        case UInt8(ascii: "f"):
            guard let id = Identifier<FavouritePractice>(untrusted: rest) else { return nil }
            self = .favourite(id)
        default: return nil
        }
    }
}
