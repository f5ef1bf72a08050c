import Clinic
import Foundation
import Rendering
import Store

/// All catalogues: what is loaded, since when, by whom, on which terms.
struct CataloguesPage: Page {
    static let template = "catalogues/index"

    struct Catalogue: Sendable {
        /// Marks the section: `icd10cm`.
        let id: String
        let name: String
        /// What it is for.
        let lead: String
        /// Nil when it is up to date.
        let warning: String?
        /// What an admin may want to look at.
        let notes: [String]
        /// What came with the program and was removed; nil for none.
        let removed: Removed?
        /// What came with the program and is searched first; nil for the other kinds.
        let own: String?
        let facts: [ImportShowPage.Fact]
        let isLoaded: Bool
        let others: [Other]
        let hasOthers: Bool
    }

    /// A release that is not in use.
    struct Other: Sendable {
        let name: String
        let about: String
        let useURL: String
        let removeURL: String
    }

    /// A release that came with the program and that somebody removed.
    struct Removed: Sendable {
        let name: String
        let text: String
        /// Where a form has it loaded again; nil while that is done.
        let restoreURL: String?
    }

    let catalogues: [Catalogue]

    /// - Parameters:
    ///   - removed: what can be loaded again.
    ///   - ownMedicines: the program's own list of medicines; nil before it is loaded.
    init(
        _ loaded: [LoadedCatalog], removed: [RemovedRelease], ownMedicines: StoredMedicationRelease?, today: LocalDate,
        words: ImportWords
    ) {
        let said = words.words
        catalogues = CatalogKind.allCases.map { kind in
            let releases = loaded.filter { $0.kind == kind }
            let current = releases.first(where: \.isCurrent)
            let others = releases.filter { !$0.isCurrent }
            return Catalogue(
                id: kind.rawValue, name: words.kind(kind), lead: said("catalogues.lead.\(kind.rawValue)"),
                warning: Self.warning(kind, current, today, said),
                notes: [Self.aprilNote(kind, current, today, said), Self.offer(releases, said)].compactMap(\.self),
                removed: removed.first { $0.kind == kind }.map { Self.removed($0, words) },
                own: kind == .medications ? ownMedicines.map { Self.own($0, said) } : nil,
                facts: current.map { Self.facts($0, words) } ?? [],
                isLoaded: current != nil, others: others.map { Self.other($0, words) }, hasOthers: !others.isEmpty)
        }
    }

    private static func own(_ list: StoredMedicationRelease, _ said: Words) -> String {
        let values = ["rows": "\(list.rowCount)", "date": Dates(said.language).date(list.release.asOf)]
        return said(list.release.isReviewed ? "catalogues.own.reviewed" : "catalogues.own.unreviewed", values)
    }

    /// ICD-10-CM changes every October and may change in April.
    private static func warning(
        _ kind: CatalogKind, _ current: LoadedCatalog?, _ today: LocalDate, _ said: Words
    ) -> String? {
        guard kind == .icd10cm else { return nil }
        guard let current, let from = current.effectiveFrom else { return said("catalogues.warning.none") }
        let dates = Dates(said.language)
        if let until = current.effectiveUntil, today > until {
            return said("catalogues.warning.ended", ["date": dates.date(until)])
        }
        if today < from { return said("catalogues.warning.early", ["date": dates.date(from)]) }
        let newest = CodeListCalendar.lastRelease(by: today)
        return from < newest ? said("catalogues.warning.newer", ["date": dates.date(newest)]) : nil
    }

    /// Whether the update that there may be in April is worth a look: not for a list that is out of date anyway.
    private static func aprilNote(
        _ kind: CatalogKind, _ current: LoadedCatalog?, _ today: LocalDate, _ said: Words
    ) -> String? {
        guard kind == .icd10cm, warning(kind, current, today, said) == nil, let from = current?.effectiveFrom,
            let april = CodeListCalendar.aprilUpdate(by: today), from < april
        else { return nil }
        return said("catalogues.note.april", ["date": Dates(said.language).date(april)])
    }

    /// What came with the program and waits beside a list that somebody chose.
    private static func offer(_ releases: [LoadedCatalog], _ said: Words) -> String? {
        releases.first { $0.isShipped && !$0.isCurrent && $0.currentSince == nil }.map {
            said("catalogues.note.offer", ["name": $0.name])
        }
    }

    private static func removed(_ release: RemovedRelease, _ words: ImportWords) -> Removed {
        let values = ["name": release.name, "time": words.time(release.removedAt)]
        let text =
            switch release.state {
            case .removed: words.words("catalogues.removed", values)
            case .wanted: words.words("catalogues.removed.wanted", values)
            case .failed: words.words("catalogues.removed.failed", values)
            }
        return Removed(
            name: release.name, text: text,
            restoreURL: release.state == .wanted ? nil : "/catalogues/\(release.kind.rawValue)/restoration")
    }

    private static func facts(_ release: LoadedCatalog, _ words: ImportWords) -> [ImportShowPage.Fact] {
        let said = words.words
        let dates = Dates(said.language)
        let from = release.effectiveFrom.map(dates.date) ?? ""
        let until = release.effectiveUntil.map(dates.date) ?? said("catalogues.no-end")
        let by = release.importedBy ?? said(release.isShipped ? "catalogues.shipped" : "catalogues.command-line")
        let all = [
            ("release", release.title.isEmpty || !release.isShipped ? release.name : release.title),
            ("rows", "\(release.rowCount)"),
            ("in-force", from.isEmpty ? "" : said("catalogues.from-until", ["from": from, "until": until])),
            ("since", release.currentSince.map(words.time) ?? ""), ("by", by),
            (
                "source",
                release.layouts.isEmpty ? release.source : release.layouts.map(words.layout).joined(separator: "; ")
            ),
            (
                "licence",
                release.layouts.isEmpty
                    ? release.licence : Set(release.layouts.map(words.licence)).sorted().joined(separator: " ")
            ),
        ]
        return all.filter { !$0.1.isEmpty }.map {
            ImportShowPage.Fact(label: said("catalogues.fact.\($0.0)"), text: $0.1)
        }
    }

    private static func other(_ release: LoadedCatalog, _ words: ImportWords) -> Other {
        let path = "/catalogues/\(release.kind.rawValue)/\(release.number)"
        return Other(
            name: release.name,
            about: words.words(
                release.isShipped ? "catalogues.about-shipped" : "catalogues.about",
                ["rows": "\(release.rowCount)", "time": words.time(release.importedAt)]),
            useURL: "\(path)/use", removeURL: "\(path)/removal")
    }
}

/// Whether a release is really to be taken out.
struct CatalogueRemovalPage: Page {
    static let template = "catalogues/removal"
    let confirm: ConfirmView

    init(_ release: LoadedCatalog, _ words: Words) {
        confirm = ConfirmView(
            id: "removal", title: words("catalogues.removal.title", ["name": release.name]),
            text: words(release.isShipped ? "catalogues.removal.text-shipped" : "catalogues.removal.text"),
            action: "/catalogues/\(release.kind.rawValue)/\(release.number)/removal",
            confirmLabel: words("catalogues.remove"), danger: true, cancelURL: "/catalogues")
    }
}
