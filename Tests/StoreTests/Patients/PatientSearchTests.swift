import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("The patient search box")
struct PatientSearchTests {
    @Test(
        "finds a name in any order, by beginnings, without accents",
        arguments: ["lop mar", "María López", "lopez, maria", "LOPEZ", "garcía", "mari car", "ma lo ga ca"])
    func names(text: String) async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("María del Carmen", "López García")
        try await fixture.insert("Peter", "Huber")
        #expect(try await fixture.found(text) == ["María del Carmen López García"])
    }

    @Test(
        "finds names of many kinds",
        arguments: [
            ("muller", "Jürgen Müller-Lüdenscheidt"), ("mueller lued", "Jürgen Müller-Lüdenscheidt"),
            ("müller", "Jürgen Müller-Lüdenscheidt"), ("obrien", "Seán O'Brien"), ("o'br", "Seán O'Brien"),
            ("dang", "Đặng Thị Mai"), ("小明", "王小明"), ("王", "王小明"), ("strasser", "Eva Straßer"),
            ("kaiulani", "Kaʻiulani Keawe"),
            ("ka'iu", "Kaʻiulani Keawe"), ("fatima zahra", "Fāṭima az-Zahrāʾ"), ("أحمد", "أحمد حسن"),
        ])
    func kinds(text: String, expected: String) async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Jürgen", "Müller-Lüdenscheidt")
        try await fixture.insert("Seán", "O'Brien")
        try await fixture.insert("Đặng Thị Mai", "")
        try await fixture.insert("", "王小明")
        try await fixture.insert("Eva", "Straßer")
        try await fixture.insert("Kaʻiulani", "Keawe")
        try await fixture.insert("Fāṭima az-Zahrāʾ", "")
        try await fixture.insert("أحمد", "حسن")
        #expect(try await fixture.found(text) == [expected])
    }

    @Test("finds Mueller for somebody who types Müller")
    func spelledOut() async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Jürgen", "Mueller")
        #expect(try await fixture.found("müller") == ["Jürgen Mueller"])
    }

    @Test(
        "finds a birth date in every spelling, alone and beside a name",
        arguments: [
            "1948-03-12", "03/12/1948", "12.3.1948", "12 Mar 1948", "19480312", "12. März 1948", "lop 1948-03-12",
            "12 Mar 1948 lopez", "1948", "lopez 1948",
        ])
    func births(text: String) async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Maria", "Lopez")
        try await fixture.insert("Maria", "Lopez", born: "1950-07-01")
        let query = try #require(PatientQuery(text, order: .monthFirst))
        let found = try await fixture.database.patients(matching: query, for: try #require(fixture.dana.account))
        #expect(found.lines.map(\.birthDate.description) == ["1948-03-12"])
    }

    @Test(
        "finds any part of a phone number from four digits on",
        arguments: [
            "0142", "5550142", "312 555", "(312) 555-0142", "+1 312 555 0142", "13125550142", "001 312 5550142", "2555",
        ])
    func phones(text: String) async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Maria", "Lopez") { $0.phone = PhoneNumber(e164: "+13125550142") }
        try await fixture.insert("Peter", "Huber") { $0.phone = PhoneNumber(e164: "+493098765432") }
        #expect(try await fixture.found(text) == ["Maria Lopez"])
    }

    @Test("finds a national phone number as it is dialled at home")
    func nationalPhone() async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Peter", "Huber") { $0.phone = PhoneNumber(e164: "+493098765432") }
        #expect(try await fixture.found("030 98765432") == ["Peter Huber"])
        #expect(try await fixture.found("+49 (0)30 98765") == ["Peter Huber"])
    }

    @Test("finds the patient number and the e-mail address")
    func numbers() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez") { $0.email = EmailAddress("Maria.Lopez@example.org") }
        try await fixture.insert("Peter", "Huber")
        #expect(try await fixture.found(patient.number.description) == ["Maria Lopez"])
        #expect(try await fixture.found(patient.number.digits) == ["Maria Lopez"])
        #expect(try await fixture.found("maria.lopez@") == ["Maria Lopez"])
        #expect(try await fixture.found("@example.org") == [])
    }

    @Test("finds by the new name after an edit and no longer by the old one")
    func afterEdit() async throws {
        let fixture = try await PatientFixture()
        let patient = try await fixture.insert("Maria", "Lopez")
        _ = try await fixture.database.updatePatient(
            patient.id, to: try PatientFixture.draft("Maria", "Garcia"), version: 1, by: fixture.dana)
        #expect(try await fixture.found("garcia") == ["Maria Garcia"])
        #expect(try await fixture.found("lopez") == [])
    }

    @Test("puts whole words first, then whom one used last")
    func order() async throws {
        let fixture = try await PatientFixture()
        try await fixture.insert("Wei", "Li")
        let used = try await fixture.insert("Anna", "Lind")
        try await fixture.insert("Eva", "Liebig")
        fixture.fixed.advance(by: 10)
        try await fixture.database.noteReading(of: used.id, by: fixture.dana)
        #expect(try await fixture.found("li") == ["Wei Li", "Anna Lind", "Eva Liebig"])
    }

    @Test("says when there are more than fit")
    func more() async throws {
        let fixture = try await PatientFixture()
        for number in 0..<5 { try await fixture.insert("Maria \(number)", "Lopez") }
        let query = try #require(PatientQuery("lopez", order: .monthFirst))
        let page = try await fixture.database.patients(
            matching: query, for: try #require(fixture.dana.account), limit: 3)
        #expect(page.lines.count == 3 && page.hasNext)
    }

    @Test(
        "reads only parts of the growing tables",
        arguments: ["lopez maria", "1948", "0142 lopez", "maria@ex", "12 Mar 1948", "müller"])
    func plan(text: String) async throws {
        let fixture = try await PatientFixture()
        let query = try #require(PatientQuery(text, order: .monthFirst))
        let account = try #require(fixture.dana.account)
        let (sql, arguments) = PatientSummary.search(query, account: account, limit: 20)
        try await expectNoFullScan(sql, arguments, fixture.database)
    }
}

/// Fails when a statement walks through a whole table that grows.
func expectNoFullScan(
    _ sql: String, _ arguments: StatementArguments, _ database: ClinicDatabase,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let plan = try await database.read { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: arguments).map { $0["detail"] as String }
    }
    let scans = plan.filter { $0.hasPrefix("SCAN patient") || $0.hasPrefix("SCAN found") || $0.hasPrefix("SCAN same") }
    #expect(scans.isEmpty, "\(plan.joined(separator: "\n"))", sourceLocation: sourceLocation)
}
