import Clinic
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The list of patients")
struct PatientListTests {
    @Test("begins with whom this clinician used last, then the newest of the others")
    func recent() async throws {
        let fixture = try await PatientFixture()
        let first = try await fixture.insert("A", "One")
        let second = try await fixture.insert("B", "Two")
        try await fixture.insert("C", "Three")
        #expect(try await fixture.recent(fixture.dana) == ["C Three", "B Two", "A One"])
        #expect(try await fixture.recent(fixture.lee) == ["C Three", "B Two", "A One"])
        fixture.fixed.advance(by: 5)
        try await fixture.database.noteReading(of: first.id, by: fixture.lee)
        fixture.fixed.advance(by: 5)
        try await fixture.database.noteReading(of: second.id, by: fixture.lee)
        #expect(try await fixture.recent(fixture.lee) == ["B Two", "A One", "C Three"])
        #expect(try await fixture.recent(fixture.dana) == ["C Three", "B Two", "A One"])
    }

    @Test("has pages that hold everybody once, also across the end of the recent ones")
    func pages() async throws {
        let fixture = try await PatientFixture()
        var ids: [Identifier<Patient>] = []
        for number in 0..<11 { ids.append(try await fixture.insert("P\(number)", "X").id) }
        for index in [3, 7, 9] {
            fixture.fixed.advance(by: 1)
            try await fixture.database.noteReading(of: ids[index], by: fixture.lee)
        }
        var all: [String] = []
        for page in 1...6 { all += try await fixture.recent(fixture.lee, page: page, size: 2) }
        #expect(all == ["P9 X", "P7 X", "P3 X", "P10 X", "P8 X", "P6 X", "P5 X", "P4 X", "P2 X", "P1 X", "P0 X"])
        let account = try #require(fixture.lee.account)
        let last = try await fixture.database.patients(recentFor: account, page: 6, size: 2)
        #expect(last.lines.count == 1 && !last.hasNext)
        let beyond = try await fixture.database.patients(recentFor: account, page: 1_000_000, size: 2)
        #expect(beyond.lines.isEmpty && !beyond.hasNext)
        #expect(try await fixture.recent(fixture.lee, page: -5, size: 2) == ["P9 X", "P7 X"])
    }

    @Test("reads only parts of the growing tables")
    func plans() async throws {
        let fixture = try await PatientFixture()
        let account = try #require(fixture.dana.account)
        try await expectNoFullScan(PatientSummary.usedQuery, [account, 26, 0], fixture.database)
        try await expectNoFullScan(PatientSummary.usedCountQuery, [account], fixture.database)
        try await expectNoFullScan(PatientSummary.unusedQuery, [Int64.max, account, 26, 0], fixture.database)
        try await expectNoFullScan(PatientSummary.candidateQuery, ["born", "1948-03-12", nil], fixture.database)
        try await expectNoFullScan(PatientSummary.lineQuery, [account], fixture.database)
        try await expectNoFullScan("\(Patient.query) WHERE patient.id = ?", [account], fixture.database)
        try await expectNoFullScan(
            "\(Patient.query) WHERE patient.survivor_id = ? AND merged_into IS NOT NULL", [account], fixture.database)
    }
}

@Suite("Possible duplicates of a patient")
struct PatientDuplicateTests {
    @Test(
        "share the birth date and have a similar name",
        arguments: [
            ("Maria", "Lopez"), ("Lopez", "María"), ("Maria", "Lopes"), ("Maria Carmen", "Lopez"), ("", "Maria Lopez"),
        ])
    func sameBirthDate(given: String, family: String) async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Maria", "Lopez")
        try await fixture.insert("Peter", "Huber")
        let found = try await fixture.database.possibleDuplicates(of: try PatientFixture.draft(given, family))
        #expect(found.map(\.name.full) == ["Maria Lopez"])
    }

    @Test("or share the phone number and have a similar name")
    func samePhone() async throws {
        let fixture = try await PatientFixture()
        let phone = PhoneNumber(e164: "+13125550142")
        try await fixture.insert("Maria", "Lopez", born: "1950-01-01") { $0.phone = phone }
        try await fixture.insert("Juan", "Lopez", born: "1949-01-01") { $0.phone = phone }
        let draft = try PatientFixture.draft("Maria", "Lopes") { $0.phone = phone }
        #expect(try await fixture.database.possibleDuplicates(of: draft).map(\.name.full) == ["Maria Lopez"])
    }

    @Test("are not people with another birth date, or another name, or the record itself")
    func others() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        let database = fixture.database
        #expect(try await database.possibleDuplicates(of: patient.details, besides: patient.id).isEmpty)
        #expect(
            try await database.possibleDuplicates(of: PatientFixture.draft("Maria", "Lopez", born: "1948-03-13"))
                .isEmpty)
        #expect(try await database.possibleDuplicates(of: PatientFixture.draft("Peter", "Huber")).isEmpty)
    }

    @Test("are found once, by the name of a merged record too, as the survivor")
    func merged() async throws {
        let fixture = try await PatientFixture()
        let survivor = try await fixture.insert("Maria", "Garcia")
        let duplicate = try await fixture.insert("Maria", "Lopez")
        _ = try await fixture.database.mergePatient(
            duplicate.id, into: survivor.id, versions: .init(duplicate: 1, survivor: 1), by: fixture.dana)
        let found = try await fixture.database.possibleDuplicates(of: try PatientFixture.draft("Maria", "Lopez"))
        #expect(found.map(\.id) == [survivor.id])
        #expect(found.first?.otherNames.map(\.full) == ["Maria Lopez"])
    }
}
