/// Who writes a letter, and on what paper.
package struct Letterhead: Sendable {
    /// True for A4, false for Letter.
    let isA4: Bool
    /// The clinic's name; nil for none.
    let clinic: String?
    /// Address and phone number in one line; nil for none.
    let contact: String?

    /// - Parameter contact: the lines of the address and the phone number.
    package init(clinic: String, contact: [String], isA4: Bool) {
        self.isA4 = isA4
        self.clinic = clinic.isEmpty ? nil : clinic
        let line = contact.filter { !$0.isEmpty }.joined(separator: " · ")
        self.contact = line.isEmpty ? nil : line
    }
}
