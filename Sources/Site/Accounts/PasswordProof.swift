import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import Rendering
import Store

/// What came of a password that somebody who is signed in was asked for again.
enum PasswordProof {
    case right
    /// What is wrong, as the answer's status and the field's problem say it.
    case wrong(Problem, HTTPResponse.Status)

    /// The name of the field.
    static let field = "password"
}

extension Site {
    /// Checks the password of an account that is signed in. A session that somebody left open must not be enough to guess
    /// it: failures count as failed sign-ins do, and together with them.
    func proof(
        of password: String, in session: Session, from visit: Visit
    ) async throws -> PasswordProof {
        let email = session.account.email
        let (account, address) = (ThrottleKey.account(email), ThrottleKey.address(of: visit))
        let wait = try await database.beginSignIn([account, address])
        guard wait == 0 else {
            let values = ["count": "\(Int(wait.rounded(.up)))"]
            return .wrong(Problem(PasswordProof.field, "accounts.problem.throttled", values), .tooManyRequests)
        }
        let hash = try await database.credentials(email: email)?.passwordHash
        guard try await passwords.verify(password, against: hash) else {
            try await database.auditFailedSignIn(by: Actor(account: session.account.id, request: visit.request))
            return .wrong(Problem(PasswordProof.field, "accounts.problem.password-wrong"), .unprocessableContent)
        }
        try await database.endSignIn(account: account, address: address)
        try await database.noteProof(in: session)
        return .right
    }

    /// Whether somebody who signs now has to enter the password: it was entered too long ago.
    func asksForPassword(_ session: Session) -> Bool {
        let minutes = clinic.signingMinutes
        return minutes == 0 || now.timeIntervalSince(session.provedAt) > TimeInterval(minutes * 60)
    }

    /// Checks the password that came with a signature where one is asked for.
    func proofOfSigner(_ form: Form, _ context: ClinicianContext) async throws -> PasswordProof {
        guard asksForPassword(context.session) else { return .right }
        guard !form.text(PasswordProof.field).isEmpty else {
            let problem = Problem(PasswordProof.field, "prescriptions.problem.signing-password")
            return .wrong(problem, .unprocessableContent)
        }
        return try await proof(of: form.text(PasswordProof.field), in: context.session, from: context.visit)
    }

    /// The field for the password beside "Sign"; nil while none is asked for.
    func passwordField(_ problems: [Problem], _ context: ClinicianContext) -> FieldView? {
        guard asksForPassword(context.session) else { return nil }
        let words = words(context)
        let minutes = clinic.signingMinutes
        return FieldBuilder(words: words, problems: problems, prefix: "prescriptions.signing")
            .field(PasswordProof.field, "") {
                $0.hint =
                    minutes == 0
                    ? words("prescriptions.signing.each-time")
                    : words("prescriptions.signing.after", count: minutes)
                $0.type = "password"
                $0.autocomplete = "current-password"
                $0.width = "20"
            }
    }
}

/// What keeps a sheet from being signed, and the answer's status.
struct SigningTrouble {
    let problems: [Problem]
    let status: HTTPResponse.Status

    /// None: the sheet is only shown.
    static let none = SigningTrouble(problems: [], status: .ok)

    init(problems: [Problem], status: HTTPResponse.Status) {
        self.problems = problems
        self.status = status
    }

    /// The draft, or what it is to replace, is no longer as it was shown.
    init(_ message: String) {
        self.init(problems: [Problem("", message)], status: .conflict)
    }
}
