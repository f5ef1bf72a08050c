import CZint
import Rendering

/// A QR code (ISO/IEC 18004) of a text, as SVG for pages, sheets and PDF.
package struct QRCode: Sendable {
    /// Why there is no code of a text.
    package enum Failure: Error, Equatable {
        case empty
        /// More than the largest code holds: 2,331 bytes, more where the text is digits or capitals.
        case tooLong
        /// zint cannot make one; its own number for why.
        case impossible(Int32)
    }

    /// Rows from the top of modules from the left, true where dark; as many rows as columns, without the quiet zone.
    package let modules: [[Bool]]

    /// The light margin that readers need around the code (section 6.3.8 of the standard), in modules.
    private static let quiet = 4

    /// Error correction level M: the code is read with 15 % of it covered. A text beyond ASCII is marked as UTF-8.
    package init(_ text: String) throws(Failure) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard let symbol = ZBarcode_Create() else { throw .impossible(ZINT_ERROR_MEMORY) }
        defer { ZBarcode_Delete(symbol) }
        symbol.pointee.symbology = BARCODE_QRCODE
        symbol.pointee.option_1 = 2
        symbol.pointee.input_mode = UNICODE_MODE
        if bytes.contains(where: { $0 > 127 }) { symbol.pointee.eci = 26 }
        switch ZBarcode_Encode(symbol, bytes, Int32(clamping: bytes.count)) {
        case 0..<ZINT_ERROR: break
        case ZINT_ERROR_TOO_LONG: throw .tooLong
        case let code: throw .impossible(code)
        }
        let (rows, width) = (symbol.pointee.rows, symbol.pointee.width)
        modules = (0..<rows).map { row in (0..<width).map { zint_module_is_dark(symbol, row, $0) == 1 } }
    }

    /// The drawing as part of a page, black on white whatever the page's colours are, with its quiet zone.
    /// - Parameters:
    ///   - title: what the code leads to, for those who do not see it.
    ///   - side: width and height on paper, in millimetres. On a screen a stylesheet can say otherwise by `qr-code`.
    package func svg(title: String, side: Int = 32) -> String {
        let size = "\(modules.count + 2 * Self.quiet)"
        let content =
            SVG.element("title", [:], title.htmlEscaped)
            + SVG.element("rect", ["width": size, "height": size, "fill": "#fff"])
            + SVG.element("path", ["fill": "#000", "d": path])
        return SVG.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "qr-code", "viewBox": "0 0 \(size) \(size)",
                "width": "\(side)mm", "height": "\(side)mm", "role": "img", "shape-rendering": "crispEdges",
            ], content)
    }

    /// A box for each run of dark modules of a row.
    private var path: String {
        var path = ""
        for (y, row) in modules.enumerated() {
            var x = 0
            while x < row.count {
                let run = row[x...].prefix { $0 }.count
                if run > 0 { path += "M\(x + Self.quiet) \(y + Self.quiet)h\(run)v1h-\(run)z" }
                x += max(run, 1)
            }
        }
        return path
    }
}
