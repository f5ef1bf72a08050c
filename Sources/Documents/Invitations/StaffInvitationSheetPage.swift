import Clinic
import Foundation
import Rendering

/// The sheet for a colleague: where to go, the code, what to do.
package struct StaffInvitationSheetPage: Page {
    package static let template = "sheets/staff-invitation"

    let language: String
    let letterhead: Letterhead
    let name: String
    /// What is to be opened in a browser.
    let address: String
    /// The same with the code in it.
    package let link: String
    /// Safe SVG of the link.
    let qrCode: String
    /// In groups of four.
    let code: String
    let lastDay: String
    /// Whether it gives an account a new password.
    let isRenewal: Bool
    let email: String
    let shortestPassword: Int

    /// - Parameters:
    ///   - lastDay: the last day on which the code may be used.
    ///   - address: of the site, without a path.
    /// - Throws: ``QRCode/Failure`` for an address that fits no code.
    package init(
        _ invitation: StaffInvitation, code: InvitationCode, lastDay: LocalDate, address: String,
        letterhead: Letterhead, words: Words
    ) throws {
        language = words.language.rawValue
        self.letterhead = letterhead
        name = invitation.whom.name
        self.address = "\(address)\(Self.path)"
        link = "\(address)\(Self.path(code))"
        qrCode = try QRCode(link).svg(title: words("people.sheet.qr"))
        self.code = code.grouped
        self.lastDay = Dates(words.language).longDate(lastDay)
        isRenewal = invitation.account != nil
        email = invitation.whom.email
        shortestPassword = PasswordRule.shortest
    }

    private static let path = "/join/staff"

    /// The path of the page on which a code is typed, with the code typed in.
    package static func path(_ code: InvitationCode) -> String { "\(path)?code=\(code.grouped)" }
}
