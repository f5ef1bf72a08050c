import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Search over five thousand patients")
struct PatientSearchPropertyTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let given = [
        "María", "Jürgen", "Seán", "Nguyễn", "Olga", "Łukasz", "Zoë", "Ahmed", "Wei", "Anna-Lena", "José", "Fatima",
        "Björn", "Aoife", "Ingrid", "Þóra", "Đức", "Chloé", "D'Angelo", "小明",
    ]
    private static let family = [
        "López", "Müller", "O'Brien", "García Márquez", "Ødegård", "Nowak", "Strauß", "Haddad", "Li", "Smith-Jones",
        "van der Berg", "Çelik", "Ivanova", "Kowalczyk", "Nakamura", "Özdemir", "de la Cruz", "Hoffmann", "Ng", "王",
    ]

    private static func patients(_ count: Int) throws -> [PatientDraft] {
        var generator = Generator(state: 7)
        return try (0..<count).map { _ in
            let given = try #require(given.randomElement(using: &generator))
            let family = try #require(family.randomElement(using: &generator))
            let birth = try #require(
                LocalDate(
                    year: .random(in: 1920...2025, using: &generator), month: .random(in: 1...12, using: &generator),
                    day: .random(in: 1...28, using: &generator)))
            var draft = PatientDraft(name: PersonName(given: given, family: family), birthDate: birth, sex: .unknown)
            draft.phone = PhoneNumber(e164: "+1312\(Int.random(in: 2_000_000...9_999_999, using: &generator))")
            return draft
        }
    }

    @Test("finds everybody whom a query describes and nobody else, quickly")
    func everybody() async throws {
        let fixture = try await PatientFixture()
        let drafts = try Self.patients(5000)
        let patients = try await withThrowingTaskGroup(of: Patient.self) { group in
            for draft in drafts { group.addTask { try await fixture.database.insertPatient(draft, by: .program) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let account = try #require(fixture.dana.account)
        let index = patients.map { ($0.id, PatientToken.all(of: $0.details, number: $0.number)) }
        var generator = Generator(state: 11)
        for _ in 0..<150 {
            let patient = try #require(patients.randomElement(using: &generator))
            for text in try Self.queries(for: patient, &generator) {
                let query = try #require(PatientQuery(text, order: .monthFirst))
                let found = try await fixture.database.patients(matching: query, for: account, limit: 100)
                let expected = Set(index.filter { Self.describes(query, $0.1) }.map(\.0))
                #expect(expected.contains(patient.id), "\(text) for \(patient.name.full)")
                #expect(found.hasNext == (expected.count > 100), "\(text)")
                if expected.count <= 100 { #expect(Set(found.lines.map(\.id)) == expected, "\(text)") }
            }
        }
    }

    /// Ways in which somebody might look for a patient.
    private static func queries(for patient: Patient, _ generator: inout Generator) throws -> [String] {
        let words = patient.name.searchWords.shuffled(using: &generator)
        let beginnings = words.map { $0.prefix(.random(in: 1...$0.count, using: &generator)) }.joined(separator: " ")
        let birth = patient.birthDate
        let digits = try #require(patient.phone).e164.dropFirst()
        let start = Int.random(in: 0...(digits.count - 4), using: &generator)
        return [
            beginnings, "\(patient.name.family) \(birth)", "\(words[0]) \(birth.day).\(birth.month).\(birth.year)",
            String(digits.dropFirst(start).prefix(.random(in: 4...8, using: &generator))), patient.number.description,
            "\(patient.name.family.uppercased()), \(patient.name.given)", "\(words[0]) \(birth.year)",
        ]
    }

    /// The same question answered without an index.
    private static func describes(_ query: PatientQuery, _ tokens: Set<PatientToken>) -> Bool {
        query.terms.allSatisfy { term in
            term.contains { match in
                match.isPrefix
                    ? tokens.contains {
                        $0.kind == match.token.kind && $0.text.utf8.starts(with: match.token.text.utf8)
                    }
                    : tokens.contains(match.token)
            }
        }
    }
}
