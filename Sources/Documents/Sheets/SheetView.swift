import Clinic

/// What a sheet is drawn for.
package struct SheetView: Sendable {
    /// True for A4, false for Letter.
    package let isA4: Bool
    /// The address of a picture: on the site, or inside the PDF.
    package let picture: @Sendable (PictureHash) -> String

    package init(isA4: Bool, picture: @escaping @Sendable (PictureHash) -> String) {
        self.isA4 = isA4
        self.picture = picture
    }
}
