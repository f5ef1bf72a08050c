import Clinic
import Foundation
import GRDB
import Store

// What the pages cost, beside what they cannot go below, measured in the same run: a bare reply over the same
// connections, and the same question put to SQLite alone. Prints figures and judges nothing.

let program = CommandLine.arguments.dropFirst().first ?? ".build/release/theralog"
let clinic = try await DemoServer.start(program: program)
do {
    try await Report(server: clinic, program: program, parts: Set(CommandLine.arguments.dropFirst(2))).print()
    print(String(format: "\nA second start: %.2f s", try await clinic.secondStart(program: program)))
} catch {
    print("The benchmark broke off: \(error)")
}
clinic.stop()
