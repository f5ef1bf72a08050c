import Clinic
import Foundation
import TestSupport
import Testing

@testable import Store

extension TherapyPrescriptionFixture {
    var today: LocalDate { LocalDate(fixed.now, in: zone) }

    static let pdf = Data("%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n".utf8)

    func statement(_ change: (inout ReturnStatement) -> Void) -> ReturnStatement {
        var statement = ReturnStatement()
        change(&statement)
        return statement
    }

    /// What a practice with the code of an edition is answered.
    func open(_ id: Identifier<TherapyPrescription>, edition: Int = 1) async throws -> ReturnAnswer {
        try await database.openReturn(codeHash: Self.codeHash(id, edition), today: today, by: .program)
    }

    /// The id of the code in force.
    func code(_ id: Identifier<TherapyPrescription>) async throws -> IssuedReturnCode {
        try #require(try await database.returnCode(of: id, by: .program) { Self.codeHash(id, $0) })
    }

    func tell(
        _ id: Identifier<TherapyPrescription>, key: FormKey? = nil, _ change: (inout ReturnStatement) -> Void
    ) async throws {
        try await database.record(
            statement(change), from: .practice(try await code(id).id), key: key, today: today,
            by: Actor(account: nil, request: "test"))
    }

    func course(_ id: Identifier<TherapyPrescription>) async throws -> TherapyCourse {
        try #require(try await database.course(of: id))
    }
}

extension ReturnAnswer {
    var word: String {
        switch self {
        case .open: "open"
        case .replaced: "replaced"
        case .refused: "refused"
        }
    }
}
