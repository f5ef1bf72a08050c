import Clinic
import Foundation
import Rendering
import Store

/// How imports are said.
struct ImportWords: Sendable {
    let words: Words
    let zone: TimeZone

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
        let detail = (side?.detail ?? "").trimmingCharacters(in: .whitespaces)
        return ([detail] + notes(side)).filter { !$0.isEmpty }.joined(separator: " | ")
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

    func problem(_ problem: RowProblem) -> String {
        if case .wrongColumnCount(let expected, let found) = problem.reason {
            return words("imports.row.columns", ["expected": "\(expected)", "found": "\(found)"])
        }
        let (key, value): (String, String) =
            switch problem.reason {
            case .notText: ("not-text", "")
            case .binary: ("binary", "")
            case .tooLong(let limit): ("too-long", "\(limit >> 10)")
            case .wrongColumnCount: ("columns", "")
            case .malformed(let column): ("malformed", column)
            case .unknownParent(let code): ("unknown-parent", code)
            case .duplicate(let key): ("duplicate", key)
            case .mixedEncoding: ("mixed-encoding", "")
            case .unclosedQuote: ("unclosed-quote", "")
            case .notJSON: ("not-json", "")
            case .tooDeep(let limit): ("too-deep", "\(limit)")
            case .lostZeros(let code): ("lost-zeros", code)
            case .unknownCode(let code): ("unknown-code", code)
            case .presentCode(let code): ("present-code", code)
            case .differentBefore(let code): ("different-before", code)
            case .lonelyRevision(let code): ("lonely-revision", code)
            }
        return words("imports.row.\(key)", ["value": value])
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
