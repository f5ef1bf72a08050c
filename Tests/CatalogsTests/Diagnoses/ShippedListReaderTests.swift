import Catalogs
import Clinic
import Testing

@Suite("The code lists that come with the program, line by line")
struct ShippedListReaderTests {
    static let head = """
        #system\ticd10cm
        #release\tFY2026
        #title\tICD-10-CM, fiscal year 2026
        #effective_from\t2025-10-01
        #effective_until\t2026-09-30
        #source\tsomewhere
        #licence\tPublic domain
        code\tparent\tbillable\ttitle\tterms

        """

    private func list(_ text: String) throws -> DiagnosisListAssembly {
        try DiagnosisListAssembly(ShippedListReader(MemoryBytes(text.utf8)))
    }

    @Test("give the release and the rows in their order")
    func rows() throws {
        let list = try list(
            Self.head + "M54\t\t0\tDorsalgia\t\nM545\tM54\t0\tLow back pain\t\nM5450\tM545\t1\tMénière\ta | b\n")
        #expect(list.problems == [])
        #expect(list.catalog.release.name == "FY2026")
        #expect(list.catalog.release.effectiveUntil == LocalDate(iso: "2026-09-30"))
        #expect(
            list.catalog.rows == [
                DiagnosisRow(code: "M54", parent: nil, isBillable: false, title: "Dorsalgia"),
                DiagnosisRow(code: "M545", parent: "M54", isBillable: false, title: "Low back pain"),
                DiagnosisRow(code: "M5450", parent: "M545", isBillable: true, title: "Ménière", terms: "a | b"),
            ])
    }

    @Test(
        "a wrong line is refused with its number and the reason",
        arguments: [
            ("M54\t\t0\tDorsalgia", RowProblem.Reason.wrongColumnCount(expected: 5, found: 4)),
            ("M54\t\t0\tDorsalgia\t\t", .wrongColumnCount(expected: 5, found: 6)),
            ("", .wrongColumnCount(expected: 5, found: 1)),
            ("m54\t\t0\tDorsalgia\t", .malformed(column: "code")),
            ("M5\t\t0\tDorsalgia\t", .malformed(column: "code")),
            ("M54.5\t\t0\tDorsalgia\t", .malformed(column: "code")),
            ("M5450000\t\t0\tDorsalgia\t", .malformed(column: "code")),
            ("M54\t-\t0\tDorsalgia\t", .malformed(column: "parent")),
            ("M54\t\t2\tDorsalgia\t", .malformed(column: "billable")),
            ("M54\t\t\tDorsalgia\t", .malformed(column: "billable")),
            ("M54\t\t0\t\t", .malformed(column: "title")),
            ("M545\tM54\t0\tLow back pain\t", .unknownParent("M54")),
            ("A00\t\t0\tCholera again\t", .duplicate("A00")),
        ])
    func refused(line: String, reason: RowProblem.Reason) throws {
        let list = try list(Self.head + "A00\t\t0\tCholera\t\n" + line + "\nA01\t\t0\tTyphoid\t\n")
        #expect(list.problems == [RowProblem(line: 10, reason: reason)])
        #expect(list.catalog.rows.map(\.code) == ["A00", "A01"])
    }

    @Test(
        "a head that lacks something is refused by what it lacks",
        arguments: ["system", "release", "title", "effective_from"])
    func head(missing: String) throws {
        let lines = Self.head.split(separator: "\n").filter { !$0.hasPrefix("#\(missing)\t") }
        #expect(throws: FileProblem.wrongFormat(missing: missing)) { try list(lines.joined(separator: "\n") + "\n") }
    }

    @Test(
        "what is no such file is refused",
        arguments: ["", "\n", "PK\u{3}\u{4}", "code,parent\n", "#system\ticd10cm\n", "<?xml version=\"1.0\"?>\n"])
    func noList(text: String) {
        #expect(throws: FileProblem.wrongFormat(missing: "header")) { try list(text) }
    }

    @Test("problems are counted beyond those that are kept")
    func manyProblems() throws {
        let list = try list(Self.head + String(repeating: "?\n", count: 5000))
        #expect(list.problemCount == 5000)
        #expect(list.problems.count == DiagnosisListAssembly.problemLimit)
    }

    @Test("an end that is open and a date that is none")
    func dates() throws {
        let open = Self.head.replacing("2026-09-30", with: "")
        #expect(try list(open).catalog.release.effectiveUntil == nil)
        let wrong = Self.head.replacing("2026-09-30", with: "2026-02-30")
        #expect(throws: FileProblem.wrongFormat(missing: "effective_until")) { try list(wrong) }
    }
}

@Suite("What people say, line by line")
struct SynonymReaderTests {
    private func read(_ text: String) throws -> (synonyms: [DiagnosisSynonym], problems: [RowProblem]) {
        var reader = SynonymReader(MemoryBytes(text.utf8))
        return try reader.synonyms()
    }

    @Test("gives phrases, languages and codes; wrong lines are refused by number")
    func lines() throws {
        let (synonyms, problems) = try read(
            """
            #note\tfor people
            phrase\tlanguage\ticd10cm\ticd9cm
            slipped disc\ten\tM512 M511\t72210
            Hexenschuss\tde\tM545\t
            ?\ten\tM54\t
            lumbago\txx\tM54\t
            lumbago\ten\tM54.5\t
            lumbago\ten
            """)
        #expect(
            synonyms == [
                DiagnosisSynonym(
                    phrase: "slipped disc", language: .english,
                    codes: [.icd10cm: ["M512", "M511"], .icd9cm: ["72210"]]
                ),
                DiagnosisSynonym(phrase: "Hexenschuss", language: .german, codes: [.icd10cm: ["M545"], .icd9cm: []]),
            ])
        #expect(problems.map(\.line) == [5, 6, 7, 8])
    }

    @Test("a file without the header is refused")
    func noHeader() {
        #expect(throws: FileProblem.wrongFormat(missing: "header")) { try read("slipped disc\ten\tM512\t\n") }
    }
}
