/// The size of a printed page.
package enum Paper: String, Sendable, CaseIterable, Codable {
    case a4, letter
}
