/// One published state of a code list.
package struct CatalogRelease: Hashable, Sendable {
    package let system: CodeSystem
    /// The publisher's short name, such as `FY2026` or `v32`; unique within the system.
    package let name: String
    /// What people read: "ICD-10-CM, fiscal year 2026".
    package let title: String
    /// The first day on which the release is used.
    package let effectiveFrom: LocalDate
    /// The last day on which it is used; nil when the publisher has set no end.
    package let effectiveUntil: LocalDate?
    /// Where the rows are from.
    package let source: String
    package let licence: String

    package init(
        system: CodeSystem, name: String, title: String, effectiveFrom: LocalDate, effectiveUntil: LocalDate?,
        source: String = "", licence: String = ""
    ) {
        self.system = system
        self.name = name
        self.title = title
        self.effectiveFrom = effectiveFrom
        self.effectiveUntil = effectiveUntil
        self.source = source
        self.licence = licence
    }

    /// Whether the release is the one to code with on a day. Both of its dates belong to it.
    package func isInForce(on day: LocalDate) -> Bool {
        guard day >= effectiveFrom else { return false }
        return effectiveUntil.map { day <= $0 } ?? true
    }

    /// Whether the last day of the release is over.
    package func hasEnded(on day: LocalDate) -> Bool { effectiveUntil.map { day > $0 } ?? false }
}
