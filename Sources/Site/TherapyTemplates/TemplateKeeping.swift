import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

extension Site {
    /// Keeps a change to the copy that is worked on, and goes on; else the form again, with everything typed.
    /// - Parameters:
    ///   - version: what the form started from.
    ///   - place: where to go afterwards, behind the template's own address.
    ///   - refused: makes the form again; its version is nil where it stays.
    func keep(
        _ own: ClinicTemplate, version: Int, to place: String, _ context: ClinicianContext,
        _ change: @escaping @Sendable (inout TherapyTemplate) throws -> Void,
        refused: (_ problems: [Problem], _ version: Int?, _ status: HTTPResponse.Status) throws -> Response
    ) async throws -> Response {
        do {
            try await database.changeClinicTemplate(own.id, editVersion: version, by: context.actor) { template in
                try change(&template)
                try template.checkFaults()
            }
        } catch let failure as ValidationFailure {
            return try refused(failure.problems, nil, .unprocessableContent)
        } catch let problem as Problem {
            return try refused([problem], nil, .unprocessableContent)
        } catch StoreError.stale(let present) {
            return try refused([Problem("", "therapy-templates.problem.stale")], present, .conflict)
        }
        return Responses.redirect(to: "/therapy-templates/\(own.id)/\(place)", flash: "flash.therapy-template-kept")
    }
}

extension TherapyTemplate {
    /// - Throws: ``ValidationFailure`` for what a file could not hold either.
    func checkFaults() throws {
        let faults = brokenRules + clinicFaults
        guard faults.isEmpty else { throw ValidationFailure(faults.map { $0.problem(at: "") }) }
    }
}
