import Clinic
import Foundation
import Rendering

/// A sheet as a whole HTML document, for the PDF.
package struct SheetDocument: Page {
    package static let template = "sheets/document"

    let language: String
    let title: String
    /// The sheet's own HTML.
    let sheet: String

    /// - Parameters:
    ///   - sheet: the HTML of a ``TherapySheetPage`` or a ``MedicationSheetPage``.
    ///   - title: what the PDF is called, in the language of `words`.
    package init(sheet: String, title: String, words: Words) {
        language = words.language.rawValue
        self.title = title
        self.sheet = sheet
    }
}
