import Clinic
import Rendering

/// What a sheet says about telling the clinic what became of it.
package struct SheetReturn: Sendable {
    let code: ReturnCode
    /// Where the code is typed in a browser; nil where practices cannot reach the site.
    let address: String?
    /// The clinic's; empty for none.
    let phone: String

    package init(code: ReturnCode, address: String?, phone: String) {
        self.code = code
        self.address = address
        self.phone = phone
    }
}

extension TherapySheetPage {
    /// The same as it is printed.
    struct Returning: Sendable {
        /// In groups of four.
        let code: String
        let text: String
        /// Safe SVG of the address with the code in it; nil without an address.
        let qrCode: String?

        /// - Throws: ``QRCode/Failure`` for an address that fits no code.
        init(_ source: SheetReturn, _ words: Words) throws {
            code = source.code.grouped
            let values = ["address": source.address ?? "", "phone": source.phone]
            switch (source.address, source.phone.isEmpty) {
            case (nil, true): text = words("sheets.return.call")
            case (nil, false): text = words("sheets.return.phone", values)
            case (_?, true): text = words("sheets.return.online", values)
            case (_?, false): text = words("sheets.return.online-or-phone", values)
            }
            qrCode = try source.address.map { address in
                try QRCode("\(address)/\(source.code.text)").svg(title: words("sheets.return.qr"), side: 20)
            }
        }
    }
}
