import Clinic
import Foundation
import Rendering
import Store

/// What whoever runs the clinic should look at: one sentence each, with the page on which it is put right.
struct AdminAttention: Sendable {
    struct Line: Sendable {
        let text: String
        let url: String
    }

    /// Less is little: a day's writing and a copy of the database want more.
    private static let littleDisk: Int64 = 1 << 30

    let lines: [Line]

    init(
        clinic: ClinicSettings, staff: [Account], incomplete: [Account], invitations: [StaffInvitation],
        errors: Int, deliveries: Int, freeBytes: Int64?, now: Date, words: Words
    ) {
        var lines: [Line] = []
        func add(_ key: String, _ values: [String: String] = [:], _ url: String) {
            lines.append(Line(text: words("home.attention.\(key)", values), url: url))
        }
        if clinic.name.isEmpty { add("name", [:], "/settings/clinic") }
        if staff.filter({ $0.isActive && $0.roles.contains(.admin) }).count == 1 { add("one-admin", [:], "/people") }
        for invitation in invitations where !invitation.isOpen(at: now) {
            add("invitation", ["name": invitation.whom.name], "/people")
        }
        for account in incomplete { add("provider", ["name": account.name], "/people/\(account.id)") }
        if errors > 0 { add("errors", ["count": "\(errors)"], "/diagnostics") }
        if deliveries > 0 { add("deliveries", ["count": "\(deliveries)"], "/background-work") }
        if let freeBytes, freeBytes < Self.littleDisk {
            add("disk", ["size": DiagnosticsText.bytes(freeBytes)], "/diagnostics")
        }
        self.lines = lines
    }
}

extension Site {
    func attention(_ words: Words) async throws -> AdminAttention {
        let staff = try await database.staff(sessionLimits).map(\.account)
        var incomplete: [Account] = []
        for account in staff where account.isActive && account.roles.contains(.clinician) {
            let isComplete = try await database.provider(of: account.id)?.provider.isComplete ?? false
            if !isComplete { incomplete.append(account) }
        }
        return AdminAttention(
            clinic: clinic, staff: staff, incomplete: incomplete,
            invitations: try await database.staffInvitations(), errors: errors.count,
            deliveries: try await database.failedDeliveries(since: now - 7 * 86_400), freeBytes: database.freeBytes,
            now: now, words: words)
    }
}
