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

    var dates: Dates { Dates(words.language) }

    private var people: SheetPeople { SheetPeople(words: words, view: view) }

    var providerContact: [SheetLine] { people.contact(of: sheet.provider) }

    var patient: SheetParty { people.party(sheet.patient) }

    var practice: SheetParty {
        let practice = sheet.practice
        let fax = practice.fax.isEmpty ? "" : "\(words("sheets.fax")) \(practice.fax)"
        let phones = [practice.phone, fax].filter { !$0.isEmpty }.joined(separator: ", ")
        return SheetParty(
            name: practice.name,
            lines: lines([
                ("contact", practice.contact), ("address", practice.address.joined(separator: ", ")),
                ("phone", phones), ("email", practice.email), ("npi", practice.npi),
            ]))
    }

    /// Number of visits, how they are spread, and whether a report is asked for: yes or no, as on the original.
    var evaluationLines: [SheetLine] {
        let therapies = sheet.therapies
        var lines = [SheetLine(label: therapies.visitsTitle, value: String(therapies.plan.visits))]
        if let schedule { lines.append(SheetLine(label: words("sheets.schedule"), value: schedule)) }
        let report = words(therapies.wantsReport ? "sheets.yes" : "sheets.no")
        lines.append(SheetLine(label: therapies.reportTitle, value: report))
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
    var limits: [SheetLine] {
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
    func mark(_ status: PrescriptionStatus) -> SheetMark? {
        guard status != .signed else { return nil }
        return SheetMark(
            word: words("sheets.mark.\(status.rawValue)"), note: words("sheets.note.\(status.rawValue)"))
    }

    var signaturePicture: SheetImage? { people.signaturePicture(of: sheet.provider) }

    var typedSignature: String? { people.typedSignature(of: sheet.provider) }

    func image(_ picture: PictureHash?, text: String) -> SheetImage? { people.image(picture, text: text) }

    private func lines(_ pairs: [(name: String, value: String)]) -> [SheetLine] { people.lines(pairs) }
}
