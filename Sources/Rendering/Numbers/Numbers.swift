import Clinic
import Foundation

/// Numbers as people of a language read them. No grouping of thousands: in a dose or a weight "1,500" and "1.500" have
/// been taken for each other.
package struct Numbers: Sendable {
    private let language: Language

    package init(_ language: Language) { self.language = language }

    /// "72.5" or "72,5": exactly the value, without needless zeros.
    package func decimal(_ value: Decimal) -> String {
        let text = "\(value)"
        return switch language {
        case .english: text
        case .german: text.replacing(".", with: ",")
        }
    }

    /// As ``decimal(_:)``, rounded half away from zero.
    package func decimal(_ value: Decimal, places: Int) -> String { decimal(value.rounded(places: places)) }
}
