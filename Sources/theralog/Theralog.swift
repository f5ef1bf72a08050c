import ArgumentParser
import Clinic

/// The program's commands.
@main
struct Theralog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "theralog",
        abstract: "Prescriptions and medication logs for a clinic, on its own network.",
        subcommands: [
            ServeCommand.self, AccountCommand.self, ImportCommand.self, AuditCommand.self, CheckCommand.self,
            DemoCommand.self, DiagnosticsCommand.self, VersionCommand.self,
        ])

    static let version = ProgramVersion.text
}

/// `theralog version`
struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Print the version.")

    @OptionGroup var options: SettingsOptions

    func run() { print("theralog \(Theralog.version)") }
}
