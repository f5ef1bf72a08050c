import Clinic
import Foundation
import Rendering
import Store

/// Home of an admin who does not prescribe: what needs attention, where things are, and the code lists.
struct AdminHomePage: Page {
    static let template = "home/admin"

    /// One code list, loaded or not.
    struct CodeList: Sendable {
        /// Marks the section: `icd10cm`.
        let id: String
        let name: String
        /// Nil when it is the one to code with today.
        let warning: String?
        /// Nil when the list is not loaded.
        let release: Release?
    }

    struct Release: Sendable {
        let title: String
        let from: String
        /// Nil when its publisher set no end.
        let until: String?
        let rows: String
        let loaded: String
    }

    /// A part of running the clinic.
    struct Link: Sendable {
        let url: String
        let icon: String
        let title: String
        let text: String
    }

    let name: String
    let attention: [AdminAttention.Line]
    let hasAttention: Bool
    let links: [Link]
    let codeLists: [CodeList]

    /// Address and icon of each part; the messages `home.run.<name>` and `home.run.<name>.text` say what it is.
    private static let parts = [
        ("people", "people"), ("catalogues", "pill"), ("imports", "download"), ("settings", "settings"),
        ("audit", "sheet"), ("trust", "people"), ("background-work", "clock"), ("diagnostics", "info"),
    ]

    /// - Parameter releases: the current release of each list that has one.
    init(
        name: String, attention: AdminAttention, releases: [CodeSystem: StoredRelease], today: LocalDate,
        zone: TimeZone, words: Words
    ) {
        self.name = name
        self.attention = attention.lines
        hasAttention = !attention.lines.isEmpty
        links = Self.parts.map { part, icon in
            Link(url: "/\(part)", icon: icon, title: words("home.run.\(part)"), text: words("home.run.\(part).text"))
        }
        codeLists = CodeSystem.allCases.map { system in
            let stored = releases[system]
            return CodeList(
                id: system.rawValue, name: words("diagnoses.system.\(system.rawValue)"),
                warning: ReleaseView(stored?.release, of: system, today: today, words: words).warning,
                release: stored.map { Release($0, zone: zone, words: words) })
        }
    }
}

extension AdminHomePage.Release {
    init(_ stored: StoredRelease, zone: TimeZone, words: Words) {
        let dates = Dates(words.language)
        let origin = stored.isShipped ? "home.code-list.shipped" : "home.code-list.imported"
        title = stored.release.title
        from = dates.date(stored.release.effectiveFrom)
        until = stored.release.effectiveUntil.map(dates.date)
        rows = "\(stored.rowCount)"
        loaded = words(origin, ["time": dates.dateAndTime(stored.importedAt, in: zone)])
    }
}
