import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

@Suite("Opening a database")
struct SchemaTests {
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite")

    private func open() async throws -> ClinicDatabase {
        try await ClinicDatabase.open(at: file, surroundings: FixedSurroundings().surroundings)
    }

    private func change(_ sql: String) async throws {
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
            .filter { $0.hasPrefix("\(file.lastPathComponent).before-") }
    }

    @Test("a new database gets every migration, and nothing to copy aside")
    func new() async throws {
        let database = try await open()
        #expect(try await database.integrityProblems() == [])
        try database.close()
        #expect(try copies() == [])
    }

    @Test("a database of a newer program is refused and left alone")
    func newer() async throws {
        try await open().close()
        try await change("INSERT INTO grdb_migrations (identifier) VALUES ('999_later')")
        await #expect(throws: StoreError.newerSchema(["999_later"])) { try await open() }
        #expect(try copies() == [])
    }

    @Test("before a migration the database is copied aside, with what was in it")
    func copiedAside() async throws {
        try await open().close()
        // As if a version had been there before the last migration.
        try await change(
            """
            DELETE FROM grdb_migrations WHERE identifier = '017_imports';
            DROP TABLE catalog_import_problem;
            DROP TABLE catalog_import;
            DROP TABLE diagnosis_note;
            DROP TABLE code_equivalence;
            DROP TABLE listed_medication;
            DROP TABLE listed_interaction;
            DROP TABLE listed_practice;
            DROP TABLE postal_area;
            DROP TABLE catalog_release;
            CREATE TABLE earlier (word TEXT);
            INSERT INTO earlier VALUES ('kept');
            """)
        try await open().close()
        let copy = try #require(try copies().first)
        let queue = try DatabaseQueue(path: file.deletingLastPathComponent().appendingPathComponent(copy).path)
        let words = try await queue.read { try String.fetchAll($0, sql: "SELECT word FROM earlier") }
        #expect(words == ["kept"])
    }

    @Test("accounts, sessions and patients from before invitations are there after the migration")
    func beforeInvitations() async throws {
        var database = try await open()
        let patient = try await database.insertPatient(try PatientFixture.draft("Maria", "Lopez"), by: .program)
        let drafts = [
            AccountDraft(name: "Maria Lopez", email: "maria@example.org", roles: [.patient], patient: patient.id),
            AccountDraft(name: "Dana Reyes", email: "dana@example.org", roles: [.clinician, .admin]),
        ]
        for draft in drafts { _ = try await database.insertAccount(draft, passwordHash: "kept", by: .program) }
        let accounts = try await database.accounts()
        try database.close()
        // As it was before.
        try await change("DROP TABLE invitation; DROP INDEX account_by_patient")
        try await change("DELETE FROM grdb_migrations WHERE identifier = '013_invitations'")
        database = try await open()
        #expect(try await database.accounts() == accounts)
        #expect(try await database.credentials(email: "maria@example.org")?.passwordHash == "kept")
        #expect(try await database.patientAccess(of: patient.id).accounts.map(\.account.email) == ["maria@example.org"])
        #expect(try await database.patient(patient.id) == patient)
        #expect(try await database.integrityProblems() == [])
        try database.close()
        #expect(try copies().map { $0.suffix(15) } == ["013_invitations"])
    }

    @Test("a file that is no database is unavailable, not overwritten")
    func noDatabase() async throws {
        let bytes = Data(repeating: 0x55, count: 8192)
        try bytes.write(to: file)
        do {
            _ = try await open()
            Issue.record("opened")
        } catch StoreError.unavailable {
            #expect(try Data(contentsOf: file) == bytes)
        }
    }

    @Test("the numbered files follow each other without a gap or a repeat")
    func numbers() throws {
        let folder = Project.folder("Sources/Store/Migrations/SQL")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".sql") }
        #expect(files.sorted().compactMap { Int($0.prefix(3)) } == Array(1...files.count))
    }
}
