import Clinic
import Rendering

/// Writes who prescribes for whom, as every sheet shows it, in the sheet's language.
struct SheetPeople {
    let words: Words
    let view: SheetView

    private var dates: Dates { Dates(words.language) }

    func contact(of provider: SheetProvider) -> [SheetLine] {
        lines([
            ("phone", provider.phone), ("fax", provider.fax), ("email", provider.email), ("npi", provider.npi),
            ("licence", provider.licence),
        ])
    }

    func party(_ patient: SheetPatient) -> SheetParty {
        SheetParty(
            name: patient.name,
            lines: lines([
                ("born", "\(dates.date(patient.birthDate)), \(words("sheets.sex.\(Self.sex(patient.sex))"))"),
                ("patient-number", patient.number), ("address", patient.address.joined(separator: ", ")),
                ("phone", patient.phone), ("email", patient.email),
            ]))
    }

    func signaturePicture(of provider: SheetProvider) -> SheetImage? {
        guard case .picture(let picture) = provider.signature else { return nil }
        return image(picture, text: provider.name)
    }

    func typedSignature(of provider: SheetProvider) -> String? {
        guard case .typed(let name) = provider.signature else { return nil }
        return name
    }

    func image(_ picture: PictureHash?, text: String) -> SheetImage? {
        picture.map { SheetImage(source: view.picture($0), text: text) }
    }

    /// Labels are the messages `sheets.<name>`; lines without a value are left out.
    func lines(_ pairs: [(name: String, value: String)]) -> [SheetLine] {
        pairs.filter { !$0.value.isEmpty }.map { SheetLine(label: words("sheets.\($0.name)"), value: $0.value) }
    }

    private static func sex(_ code: String) -> String {
        ["female", "male", "other"].contains(code) ? code : "unknown"
    }
}
