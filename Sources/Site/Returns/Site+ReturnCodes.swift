import Clinic
import Documents
import Foundation
import Rendering
import Store

extension Site {
    /// The code of a prescription of an edition. It follows from the server's key, so that no database holds it and the sheet
    /// can still be printed again.
    private func returnCode(_ edition: Int, of id: Identifier<TherapyPrescription>) -> ReturnCode? {
        ReturnCode(random: seal.digest("return:\(id):\(edition)"))
    }

    /// What is kept of a code. With the server's key: from the database alone it cannot be found by trying.
    func hash(of code: ReturnCode) -> Data { seal.digest("return-code:\(code.text)") }

    /// What is kept of a prescription's code of an edition.
    package func returnCodeHash(_ edition: Int, of id: Identifier<TherapyPrescription>) -> Data {
        // A digest has 32 bytes and a code takes 30: there is always one.
        returnCode(edition, of: id).map { hash(of: $0) } ?? seal.digest("return:\(id):\(edition)")
    }

    /// The code in force of a signed prescription, made on first need; nil when it was revoked or the prescription is not in
    /// force.
    package func issuedReturnCode(
        of id: Identifier<TherapyPrescription>, by actor: Actor
    ) async throws -> (issued: IssuedReturnCode, code: ReturnCode)? {
        let issued = try await database.returnCode(of: id, by: actor) { self.returnCodeHash($0, of: id) }
        guard let issued, let code = returnCode(issued.edition, of: id) else { return nil }
        return (issued, code)
    }

    /// What the sheet of a prescription says about its code; nil without one.
    func sheetReturn(_ code: ReturnCode, on signed: SignedTherapySheet) -> SheetReturn {
        let phone = clinic.phone?.formatted(in: clinic.address.country ?? .unitedStates)
        return SheetReturn(
            code: code, address: settings.publicAddress.map { "\($0)/return" },
            phone: phone ?? signed.sheet.provider.phone)
    }

    /// A signed sheet as HTML, with its code.
    /// - Parameter copy: whose copy it is; nil for the sheet itself.
    func html(
        of prescription: TherapyPrescription, view: SheetView, code: ReturnCode?, copy: SheetCopy? = nil
    ) throws -> String {
        let language = prescription.signed.sheet.language
        let page = try TherapySheetPage(
            prescription.signed, status: prescription.status, words: templates.words(in: language), view: view,
            returning: code.map { sheetReturn($0, on: prescription.signed) }, copy: copy)
        return try templates.html(page, language: language)
    }
}
