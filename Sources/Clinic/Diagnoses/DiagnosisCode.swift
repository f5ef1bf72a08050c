/// A code of one list, as the lists write it: capitals and digits without the dot, for instance `M545` or `E8710`.
package struct DiagnosisCode: Hashable, Sendable {
    package let system: CodeSystem
    /// 3 to 7 capitals and digits, no dot.
    package let text: String

    /// Wraps text that is known to be a code, such as a column's value.
    package init(system: CodeSystem, text: String) {
        self.system = system
        self.text = text
    }

    /// Reads a whole code as people write it: with or without its dot, any case, spaces around it.
    /// Nil unless that leaves 3 to 7 letters A–Z and digits, the first three of them with a digit; whether a list has the
    /// code is another matter.
    package init?(system: CodeSystem, typed: String) {
        guard let text = Self.normalized(typed), (3...7).contains(text.utf8.count),
            text.utf8.prefix(3).contains(where: { (48...57).contains($0) })
        else { return nil }
        self.init(system: system, text: text)
    }

    /// The code with its dot, as people read it. ICD-9-CM's E codes (external causes) have four characters before the
    /// dot, everything else has three.
    package var display: String {
        let head = system == .icd9cm && text.hasPrefix("E") ? 4 : 3
        guard text.count > head else { return text }
        return "\(text.prefix(head)).\(text.dropFirst(head))"
    }

    /// Typed text as the beginning of a code: dots and spaces gone, capitals. Nil when anything but letters A–Z and digits
    /// is left, when nothing is left, or when it is longer than any code (7).
    package static func normalized(_ typed: String) -> String? {
        var code = ""
        for byte in typed.utf8 {
            switch byte {
            case 0x20, 0x2E: continue
            case 0x30...0x39, 0x41...0x5A: code.unicodeScalars.append(Unicode.Scalar(byte))
            case 0x61...0x7A: code.unicodeScalars.append(Unicode.Scalar(byte - 0x20))
            default: return nil
            }
            if code.utf8.count > 7 { return nil }
        }
        return code.isEmpty ? nil : code
    }
}

extension DiagnosisCode {
    /// The code with its list as one word for a form field or an address: `icd10cm:M54.16`. The list is part of it, because
    /// some codes are in both lists and mean something else in each.
    package var formValue: String { "\(system.rawValue):\(display)" }

    /// Reads ``formValue``; nil for anything that cannot be a code.
    package init?(formValue: String) {
        let parts = formValue.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let system = CodeSystem(rawValue: parts[0]) else { return nil }
        self.init(system: system, typed: parts[1])
    }
}
