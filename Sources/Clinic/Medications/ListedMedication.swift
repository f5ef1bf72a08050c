/// What one line of an imported list says of a medicine: often one product of many of the same substance. Lines with the
/// same ``id`` belong to one medicine.
package struct ListedMedication: Hashable, Sendable {
    /// Made of the name of the substances: `amlodipine-benazepril`, as the program's own list has it.
    package let id: MedicationID
    /// The substance or substances, in small letters, separated by `/`; 1 to 500 characters.
    package let name: String
    package var brands: [String] = []
    /// Other names people know it by.
    package var otherNames: [String] = []
    package var classes: [String] = []
    package var purposes: [String] = []
    package var forms: [String] = []
    package var routes: [String] = []
    /// As the list says them: `10 mg`, `5-12.5-40 mg`.
    package var strengths: [String] = []
    /// Side effects as the list says them.
    package var effects: [String] = []
    /// RxNorm's number; nil where the list has none.
    package var rxcui: String?
    /// Products of the National Drug Code, without the package.
    package var ndcs: [String] = []
    package var schedule: ControlledSchedule?

    /// - Returns: nil when the name has no letter or digit that could name it.
    package init?(name: String) {
        let name = name.lowercased()
        guard let id = MedicationID(naming: name), name.count <= 500 else { return nil }
        self.id = id
        self.name = name
    }
}

extension MedicationID {
    /// The id that a name gives: its letters and digits, folded, everything else as single hyphens. What is longer than an
    /// id may be is cut and ends in a number made of the whole name, so that two long names stay two medicines.
    package init?(naming name: String) {
        var text = ""
        for byte in SearchText.folded(name).utf8 {
            switch byte {
            case 0x61...0x7A, 0x30...0x39: text.unicodeScalars.append(Unicode.Scalar(byte))
            default: if text.utf8.last != UInt8(ascii: "-"), !text.isEmpty { text += "-" }
            }
        }
        if text.utf8.last == UInt8(ascii: "-") { text.removeLast() }
        if text.utf8.count > 100 {
            // FNV-1a: the same in every run, unlike Swift's own hashes.
            let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
            text = "\(text.prefix(83))-\(String(hash, radix: 36))"
        }
        self.init(untrusted: text)
    }
}

extension MedicationID {
    /// The ids that lists may have given a medicine of these substances: one for each order in which they can be named, for
    /// lists do not agree on it. Of more than three substances only the order given.
    package static func everyOrder(ofSubstances name: String) -> [MedicationID] {
        let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard (2...3).contains(parts.count) else { return MedicationID(naming: name).map { [$0] } ?? [] }
        return orders(of: parts).compactMap { MedicationID(naming: $0.joined(separator: "/")) }
    }

    private static func orders(of parts: [String]) -> [[String]] {
        guard parts.count > 1 else { return [parts] }
        return parts.indices.flatMap { first in
            var rest = parts
            let part = rest.remove(at: first)
            return orders(of: rest).map { [part] + $0 }
        }
    }
}

/// Two medicines that do each other harm, as a list says it.
package struct ListedInteraction: Hashable, Sendable {
    package enum Severity: String, Hashable, Sendable, CaseIterable {
        case major, moderate, minor, unknown
    }

    /// As the list names them; 1 to 300 characters each. The order means nothing.
    package let names: [String]
    package let severity: Severity
    /// What happens or what to do; empty where the list says nothing.
    package let text: String

    package init(_ first: String, _ second: String, severity: Severity, text: String = "") {
        names = [first, second]
        self.severity = severity
        self.text = text
    }
}
