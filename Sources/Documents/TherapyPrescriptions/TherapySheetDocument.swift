import Clinic
import Foundation
import Rendering

/// The sheet as a whole HTML document, for the PDF.
package struct TherapySheetDocument: Page {
    package static let template = "sheets/document"

    let language: String
    let title: String
    /// The sheet's own HTML.
    let sheet: String

    /// - Parameters:
    ///   - sheet: the HTML of a ``TherapySheetPage``.
    ///   - number: the prescription's number.
    package init(sheet: String, number: PrescriptionNumber, words: Words) {
        language = words.language.rawValue
        title = words("sheets.document-title", ["number": number.description])
        self.sheet = sheet
    }
}
