import Clinic
import Foundation
import Rendering

/// Turns the parts of a sheet into lines of words.
struct SheetParts {
    let sheet: TherapySheet
    /// The day of signing, for an unsigned sheet today.
    let day: LocalDate
    let words: Words
    let view: SheetView

    var dates: Dates { Dates(sheet.language) }

    var providerContact: [TherapySheetPage.Line] {
        lines([
            ("phone", sheet.provider.phone), ("fax", sheet.provider.fax), ("email", sheet.provider.email),
            ("npi", sheet.provider.npi), ("licence", sheet.provider.licence),
        ])
    }

    var patient: TherapySheetPage.Party {
        let patient = sheet.patient
        return TherapySheetPage.Party(
            name: patient.name,
            lines: lines([
                ("born", "\(dates.date(patient.birthDate)), \(words("sheets.sex.\(Self.sex(patient.sex))"))"),
                ("patient-number", patient.number), ("address", patient.address.joined(separator: ", ")),
                ("phone", patient.phone), ("email", patient.email),
            ]))
    }

    var practice: TherapySheetPage.Party {
        let practice = sheet.practice
        let fax = practice.fax.isEmpty ? "" : "\(words("sheets.fax")) \(practice.fax)"
        let phones = [practice.phone, fax].filter { !$0.isEmpty }.joined(separator: ", ")
        return TherapySheetPage.Party(
            name: practice.name,
            lines: lines([
                ("contact", practice.contact), ("address", practice.address.joined(separator: ", ")),
                ("phone", phones), ("email", practice.email), ("npi", practice.npi),
            ]))
    }

    /// Number of visits, how they are spread, and whether a report is asked for: yes or no, as on the original.
    var evaluationLines: [TherapySheetPage.Line] {
        let therapies = sheet.therapies
        var lines = [TherapySheetPage.Line(label: therapies.visitsTitle, value: String(therapies.plan.visits))]
        if let schedule { lines.append(TherapySheetPage.Line(label: words("sheets.schedule"), value: schedule)) }
        let report = words(therapies.wantsReport ? "sheets.yes" : "sheets.no")
        lines.append(TherapySheetPage.Line(label: therapies.reportTitle, value: report))
        return lines
    }

    private var schedule: String? {
        let plan = sheet.therapies.plan
        return switch (plan.perWeek, plan.weeks) {
        case (let perWeek?, let weeks?):
            words("sheets.per-week", count: perWeek) + ", " + words("sheets.weeks", count: weeks)
        case (let perWeek?, nil): words("sheets.per-week", count: perWeek)
        case (nil, let weeks?): words("sheets.weeks", count: weeks)
        case (nil, nil): nil
        }
    }

    var sections: [TherapySheetPage.Section] {
        sheet.therapies.sections.map { section in
            let items = section.items.map { item in
                let details = [item.detail, item.kinds.isEmpty ? nil : item.kinds.joined(separator: ", ")]
                let detail = details.compactMap { $0 }.joined(separator: ": ")
                return TherapySheetPage.Item(title: item.title, detail: detail.isEmpty ? nil : detail)
            }
            let isShort = items.allSatisfy { $0.title.count + ($0.detail?.count ?? 0) <= Self.shortest }
            return TherapySheetPage.Section(title: section.title, isShort: isShort, items: items)
        }
    }

    /// Characters of an item that has room in a third of the line.
    private static let shortest = 26

    /// Weight bearing and precautions.
    var limits: [TherapySheetPage.Line] {
        lines([
            ("weight-bearing", sheet.therapies.weightBearing ?? ""),
            ("precautions", sheet.therapies.precautions.joined(separator: "; ")),
        ])
    }

    var diagnoses: [TherapySheetPage.Diagnosis] {
        zip(DiagnosisRank.allCases, sheet.diagnoses).map { rank, diagnosis in
            let side = diagnosis.side.flatMap(BodySide.init(rawValue:))
            return TherapySheetPage.Diagnosis(
                rank: words("sheets.rank.\(rank)"), code: diagnosis.code, title: diagnosis.title,
                side: side.map { words("sheets.side.\($0.rawValue)") })
        }
    }

    var releases: [String] {
        sheet.diagnoses.map(release).reduce(into: []) { lines, line in
            if !lines.contains(line) { lines.append(line) }
        }
    }

    /// "ICD-10-CM FY2026, in force until Sep 30, 2026".
    private func release(of diagnosis: TherapySheet.Diagnosis) -> String {
        let system = CodeSystem(rawValue: diagnosis.system)
        let name = system.map { words("sheets.system.\($0.rawValue)") } ?? diagnosis.system
        let values = [
            "system": name, "release": diagnosis.release, "date": diagnosis.releaseUntil.map { dates.date($0) } ?? "",
        ]
        if system?.isHistorical == true { return words("sheets.release.historical", values) }
        guard let until = diagnosis.releaseUntil else { return words("sheets.release.open", values) }
        return words(until < day ? "sheets.release.ended" : "sheets.release.until", values)
    }

    /// What an unsigned, superseded or cancelled sheet says across the page.
    func mark(_ status: PrescriptionStatus) -> TherapySheetPage.Mark? {
        guard status != .signed else { return nil }
        return TherapySheetPage.Mark(
            word: words("sheets.mark.\(status.rawValue)"), note: words("sheets.note.\(status.rawValue)"))
    }

    var signaturePicture: TherapySheetPage.Image? {
        guard case .picture(let picture) = sheet.provider.signature else { return nil }
        return image(picture, text: sheet.provider.name)
    }

    var typedSignature: String? {
        guard case .typed(let name) = sheet.provider.signature else { return nil }
        return name
    }

    func image(_ picture: PictureHash?, text: String) -> TherapySheetPage.Image? {
        picture.map { TherapySheetPage.Image(source: view.picture($0), text: text) }
    }

    /// Labels are the messages `sheets.<name>`; lines without a value are left out.
    private func lines(_ pairs: [(name: String, value: String)]) -> [TherapySheetPage.Line] {
        pairs.filter { !$0.value.isEmpty }.map {
            TherapySheetPage.Line(label: words("sheets.\($0.name)"), value: $0.value)
        }
    }

    private static func sex(_ code: String) -> String {
        ["female", "male", "other"].contains(code) ? code : "unknown"
    }
}
