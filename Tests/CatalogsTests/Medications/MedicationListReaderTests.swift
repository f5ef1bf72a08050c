import Catalogs
import Clinic
import Testing

@Suite("The list of medicines, line by line")
struct MedicationListReaderTests {
    private static let columns =
        "id name tall rxcui atc international also brands class class_de class_words areas purpose purpose_de form form_de "
        + "unit route route_de common common_de serious serious_de schedule supply weekly withdrawn lookalikes leaflet "
        + "leaflet_de"
    private static let head = """
        #release\t2026.1
        #title\tMedicines
        #as_of\t2026-11-21
        #reviewed\tno
        #source\tsomewhere
        #licence\tthe project's
        \(columns.replacing(" ", with: "\t"))

        """

    /// A line by column, with some of its values changed.
    private static func line(_ changes: [String: String] = [:]) -> String {
        let values = [
            "id": "hydroxyzine", "name": "hydroxyzine", "tall": "hydrOXYzine", "rxcui": "5553", "atc": "N05BB01 | X",
            "international": "hydroxyzin", "also": "one two", "brands": "Vistaril | Atarax",
            "class": "Antihistamine | ACE inhibitor", "class_de": "Antihistaminikum | ACE-Hemmer",
            "class_words": "allergy", "areas": "mind skin", "purpose": "Anxiety | Itching",
            "purpose_de": "Angst | Juckreiz", "form": "tablet | syrup", "form_de": "Tablette | Sirup",
            "unit": "tablet | millilitre", "route": "by mouth", "route_de": "zum Einnehmen", "common": "Drowsiness",
            "common_de": "Schläfrigkeit", "serious": "", "serious_de": "", "schedule": "CIV", "supply": "rx",
            "weekly": "1", "withdrawn": "2020-04-01", "lookalikes": "hydralazine", "leaflet": "- a\\n- b",
            "leaflet_de": "- c",
        ].merging(changes) { $1 }
        return columns.split(separator: " ").map { values[String($0)] ?? "" }.joined(separator: "\t") + "\n"
    }

    private func read(_ text: String) throws -> (list: MedicationList, problems: [RowProblem]) {
        var reader = try MedicationListReader(MemoryBytes(text.utf8))
        return try reader.list()
    }

    @Test("gives the release and each medicine whole")
    func whole() throws {
        let (list, problems) = try read(Self.head + Self.line())
        #expect(problems == [])
        #expect(list.release.asOf == LocalDate(iso: "2026-11-21") && !list.release.isReviewed)
        let medication = try #require(list.medications.first)
        #expect(medication.id.text == "hydroxyzine" && medication.tallName == "hydrOXYzine")
        #expect(medication.internationalName == "hydroxyzin" && medication.otherNames == ["one", "two"])
        #expect(medication.brands == ["Vistaril", "Atarax"])
        #expect(medication.classes.map(\.id) == ["antihistamine", "ace-inhibitor"])
        #expect(medication.classes.map { $0.name[.german] } == ["Antihistaminikum", "ACE-Hemmer"])
        #expect(medication.areas == [.mind, .skin] && medication.classWords == ["allergy"])
        #expect(medication.purposes.map { $0[.english] } == ["Anxiety", "Itching"])
        #expect(medication.forms.map(\.unit) == [.tablet, .millilitre])
        #expect(medication.effects.common.map { $0[.german] } == ["Schläfrigkeit"] && medication.effects.serious == [])
        #expect(medication.schedule == .four && medication.supply == .prescription && medication.isWeeklyOnly)
        #expect(medication.withdrawnOn == LocalDate(iso: "2020-04-01"))
        #expect(medication.leaflet[.english] == "- a\n- b" && medication.lookalikes.map(\.text) == ["hydralazine"])
        #expect(medication.codes == MedicationCodes(rxcui: "5553", atc: ["N05BB01", "X"]))
    }

    @Test("what may be left out may be left out")
    func bare() throws {
        let open = [
            "tall", "rxcui", "atc", "international", "also", "brands", "class_words", "areas", "route", "route_de",
            "common", "common_de", "schedule", "withdrawn", "lookalikes", "leaflet", "leaflet_de",
        ]
        let changes = Dictionary(uniqueKeysWithValues: open.map { ($0, "") }).merging(["weekly": "0"]) { $1 }
        let (list, problems) = try read(Self.head + Self.line(changes))
        #expect(problems == [])
        let medication = try #require(list.medications.first)
        #expect(medication.tallName == "hydroxyzine" && medication.internationalName == nil)
        #expect(medication.schedule == nil && medication.withdrawnOn == nil && !medication.isWeeklyOnly)
        #expect(medication.leaflet[.german] == "" && medication.brands == [])
    }

    @Test(
        "a wrong line is refused with its number and the reason",
        arguments: [
            ("id", "Hydroxyzine"), ("id", ""), ("id", "a b"), ("name", ""), ("tall", "hydrALAzine"), ("class", ""),
            ("class_de", "Antihistaminikum"), ("areas", "mind somewhere"), ("purpose", ""), ("purpose_de", "Angst"),
            ("form", ""), ("unit", "tablet"), ("unit", "tablet | barrel"), ("route_de", ""), ("common", ""),
            ("serious", "Fever"), ("schedule", "CI"), ("supply", ""), ("weekly", "yes"), ("withdrawn", "2020-04"),
            ("lookalikes", "Hydralazine"), ("leaflet_de", ""), ("leaflet", ""),
        ])
    func refused(column: String, value: String) throws {
        let text = Self.head + Self.line(["id": "first"]) + Self.line([column: value]) + Self.line(["id": "last"])
        let (list, problems) = try read(text)
        #expect(list.medications.map(\.id.text) == ["first", "last"])
        #expect(problems.map(\.line) == [9])
        guard case .malformed(let named)? = problems.first?.reason else { return #expect(Bool(false)) }
        #expect(named.hasPrefix(column) || column.hasPrefix(named))
    }

    @Test("a medicine that comes twice and a line with other columns are refused")
    func others() throws {
        let (list, problems) = try read(Self.head + Self.line() + Self.line() + "hydroxyzine\n")
        #expect(list.medications.count == 1)
        #expect(
            problems == [
                RowProblem(line: 9, reason: .duplicate("hydroxyzine")),
                RowProblem(line: 10, reason: .wrongColumnCount(expected: 30, found: 1)),
            ])
    }

    @Test(
        "a head that lacks something is refused by what it lacks", arguments: ["release", "title", "as_of", "reviewed"])
    func head(missing: String) {
        let lines = Self.head.split(separator: "\n").filter { !$0.hasPrefix("#\(missing)\t") }
        #expect(throws: FileProblem.wrongFormat(missing: missing)) { try read(lines.joined(separator: "\n") + "\n") }
    }

    @Test("what is no such file is refused", arguments: ["", "\n", "PK\u{3}\u{4}", "#release\t1\n", "id\tname\n"])
    func noList(text: String) {
        #expect(throws: FileProblem.wrongFormat(missing: "header")) { try read(text) }
    }
}
