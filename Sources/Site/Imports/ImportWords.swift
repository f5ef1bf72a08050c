import Catalogs
import Clinic
import Foundation
import Rendering
import Store

/// How imports are said.
package struct ImportWords: Sendable {
    let words: Words
    let zone: TimeZone

    package init(words: Words, zone: TimeZone) {
        self.words = words
        self.zone = zone
    }

    func kind(_ kind: CatalogKind) -> String { words("imports.kind.\(kind.rawValue)") }

    /// The publisher and the file's name there.
    func layout(_ layout: CatalogLayout) -> String { words("imports.layout.\(layout.rawValue)") }

    func licence(_ layout: CatalogLayout) -> String { words("imports.licence.\(layout.source)") }

    func state(_ state: CatalogImport.State) -> String { words("imports.state.\(state.rawValue)") }

    func time(_ date: Date) -> String { Dates(words.language).dateAndTime(date, in: zone) }

    func failure(_ failure: CatalogImport.Failure) -> String {
        let detail =
            switch failure.reason {
            case .otherKind, .severalKinds:
                failure.detail.split(separator: " ").compactMap { CatalogKind(rawValue: String($0)) }.map(kind)
                    .joined(separator: ", ")
            default: failure.detail
            }
        let hasLine = failure.reason == .unreadable && !detail.isEmpty
        return words("imports.failure.\(failure.reason.rawValue)\(hasLine ? "-at" : "")", ["detail": detail])
    }

    /// What a code list says of a code beside its title, a line per note.
    func notes(_ side: CatalogDifference.Side?) -> [String] {
        (side?.notes ?? []).map { "\(words("diagnoses.notes.\($0.kind.rawValue)")): \($0.text)" }
    }

    /// All that a row says beside its label, in one cell.
    func detail(_ side: CatalogDifference.Side?) -> String {
        ([marks(side), side?.detail ?? ""] + notes(side)).filter { !$0.isEmpty }.joined(separator: " | ")
    }

    /// "12.4 MB", in powers of ten as systems show it.
    func size(_ bytes: Int) -> String {
        let units = ["B", "kB", "MB", "GB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let digits = unit == 0 || value >= 100 ? 0 : 1
        let number = value.formatted(
            .number.precision(.fractionLength(digits)).grouping(.never).locale(
                Locale(identifier: words.language.rawValue)))
        return "\(number) \(units[unit])"
    }

    /// Why a line was not taken, as a sentence without a dot.
    /// - Parameter headers: the columns of a table as it names them itself; empty for other layouts.
    package func problem(_ problem: RowProblem, headers: [String]) -> String {
        let values: [String: String] =
            switch problem.reason {
            case .notText, .binary, .mixedEncoding, .unclosedQuote, .notJSON: [:]
            case .tooLong(let limit): ["value": "\(limit >> 10)"]
            case .tooDeep(let limit): ["value": "\(limit)"]
            case .wrongColumnCount(let expected, let found): ["expected": "\(expected)", "found": "\(found)"]
            case .malformed(let column): ["value": headers.contains(column) ? column : self.column(column)]
            case .unknownParent(let code), .duplicate(let code), .lostZeros(let code), .unknownCode(let code),
                .presentCode(let code), .differentBefore(let code), .lonelyRevision(let code):
                ["value": code]
            }
        return words("imports.row.\(problem.reason.name)", values)
    }

    /// What readers call the parts of a line that has no header. Those of a publisher's header (`RXCUI`) stay as they are.
    private static let columns = [
        "admin code1": "state", "billable": "billable", "change": "change", "city": "city", "code": "code",
        "flags": "flags", "latitude": "latitude", "longitude": "longitude", "name": "name", "note": "note",
        "order": "order", "place name": "city", "postal code": "postcode", "state": "state", "target": "target",
        "title": "title",
    ]

    private func column(_ name: String) -> String {
        if let known = Self.columns[name] { return words("imports.part.\(known)") }
        return ColumnMatching.Field(rawValue: name).map { words("imports.field.\($0.rawValue)") } ?? name
    }

    /// What a row says by flags and numbers: "approximate, scenario 1".
    func marks(_ side: CatalogDifference.Side?) -> String {
        (side?.marks ?? []).map(mark).joined(separator: ", ")
    }

    private func mark(_ mark: CatalogDifference.Mark) -> String {
        switch mark {
        case .heading: words("imports.mark.heading")
        case .approximate: words("imports.mark.approximate")
        case .noMap: words("imports.mark.no-map")
        case .combination: words("imports.mark.combination")
        case .scenario(let number): words("imports.mark.scenario", ["number": "\(number)"])
        case .choiceList(let number): words("imports.mark.choice-list", ["number": "\(number)"])
        case .severity(let severity): words("medications.severity.\(severity.rawValue)")
        }
    }

}

extension CatalogLayout {
    /// Who publishes it, as the licence notes are called.
    var source: String {
        switch self {
        case .icd10cmOrder, .icd10cmCodes, .icd10cmAddenda, .icd10cmTabular, .icd9cmLong, .icd9cmShort, .gemsFromICD10,
            .gemsFromICD9:
            "cms"
        case .rxTerms, .rxTermsIngredients, .rxNorm: "nlm"
        case .openFDA, .openFDALines, .ndc, .spl: "fda"
        case .fhirBundle, .fhirLines, .medicationTable, .practiceTable: "own"
        case .interactionTable: "ddinter"
        case .nppes: "nppes"
        case .gazetteer: "census"
        case .geoNames: "geonames"
        case .zipAreas: "zip-areas"
        }
    }
}
