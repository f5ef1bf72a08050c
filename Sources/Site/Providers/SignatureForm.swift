import Clinic
import Foundation

/// The signature as its form sends it.
struct SignatureForm: Sendable {
    /// How to sign.
    enum Kind: String, CaseIterable, Sendable {
        case keep, typed, drawn, file
        /// The printed name alone.
        case nothing = "none"
    }

    /// Nil for nothing chosen, or something that is no choice.
    let kind: Kind?
    let name: String
    /// What the drawing box made: a PNG as a data address; empty for nothing drawn.
    let image: String
    let file: Form.File?
    let returnPath: String

    /// The largest drawing, in bytes.
    static let largestDrawing = 512 << 10

    /// The form of what is kept.
    init(_ provider: Provider, returnPath: String) {
        kind = if case .picture? = provider.signature { .keep } else { .typed }
        if case .typed(let name)? = provider.signature {
            self.name = name
        } else {
            name = [provider.firstName, provider.middleName, provider.lastName].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        image = ""
        file = nil
        self.returnPath = returnPath
    }

    init(_ form: Form) {
        name = form.text("signature-name")
        image = form.text("signature-image")
        file = form.file("signature-file")
        returnPath = LocalPath.optional(form.text("return"))
        // Who drew, or chose a file, meant it, even if the choice above still says "type".
        let chosen = Kind(rawValue: form.text("signature-kind"))
        kind = file != nil ? .file : !image.isEmpty && chosen != .nothing ? .drawn : chosen
    }

    /// The bytes of the drawing.
    /// - Throws: ``Problem`` when nothing was drawn, or it is no PNG within ``largestDrawing``.
    func drawing() throws(Problem) -> Data {
        let field = "signature-kind-drawn"
        guard !image.isEmpty else { throw Problem(field, "providers.problem.signature-drawing") }
        let prefix = "data:image/png;base64,"
        // Four characters hold three bytes.
        guard image.utf8.count <= Self.largestDrawing * 4 / 3 + prefix.utf8.count + 4 else {
            throw Problem(field, "providers.problem.drawing-large")
        }
        guard image.hasPrefix(prefix), let bytes = Data(base64Encoded: String(image.dropFirst(prefix.count))),
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { throw Problem(field, "pictures.problem.damaged") }
        return bytes
    }
}
