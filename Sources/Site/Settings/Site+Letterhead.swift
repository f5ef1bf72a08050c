import Clinic
import Documents
import Rendering

extension Site {
    /// The clinic's letterhead.
    /// - Parameter name: who writes while the clinic has no name.
    func letterhead(else name: String, paper: Paper, words: Words) -> Letterhead {
        let clinic = clinic
        let country = clinic.address.country
        let lines = clinic.address.isBlank ? [] : clinic.address.lines(in: country) { words.name($0) }
        return Letterhead(
            clinic: clinic.name.isEmpty ? name : clinic.name,
            contact: lines + [clinic.phone?.formatted(in: country ?? .unitedStates) ?? ""], isA4: paper == .a4)
    }
}
