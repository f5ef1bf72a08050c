import Clinic
import Foundation
import Rendering

/// The sheet that a patient takes home: where to go, the code, what to do. All its words are in the patient's language.
package struct InvitationSheetPage: Page {
    package static let template = "sheets/invitation"

    let language: String
    let letterhead: Letterhead
    let name: String
    /// What is to be opened in a browser.
    let address: String
    /// In groups of four.
    let code: String
    let lastDay: String
    /// Whether it gives an account a new password.
    let isRenewal: Bool
    /// What the account signs in with; nil where there is none yet.
    let email: String?
    let shortestPassword: Int

    /// - Parameters:
    ///   - lastDay: the last day on which the code may be used.
    ///   - words: in the patient's language.
    package init(
        _ offer: InvitationOffer, code: InvitationCode, lastDay: LocalDate, address: String,
        letterhead: Letterhead, words: Words
    ) {
        language = words.language.rawValue
        self.letterhead = letterhead
        name = offer.patient.name.full
        self.address = address
        self.code = code.grouped
        self.lastDay = Dates(words.language).longDate(lastDay)
        isRenewal = offer.account != nil
        email = offer.account?.email
        shortestPassword = PasswordRule.shortest
    }
}
