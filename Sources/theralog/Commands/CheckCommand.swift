import ArgumentParser
import Catalogs
import Clinic
import Foundation
import Rendering
import Site
import Store

/// `theralog check`
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check the database, the program's files and the programs it needs.",
        discussion: "Prints one line per check and exits with 1 when one fails.")

    @OptionGroup var options: SettingsOptions

    func run() async throws {
        let settings = try options.settings()
        var report = CheckReport()
        await report.check("pages and messages") { _ = try Templates(folder: settings.site.viewsFolder) }
        await report.check("static files") { _ = try StaticAssets(folder: settings.site.staticFolder) }
        await report.check("lists of therapies") {
            _ = try TherapyTemplates(folder: settings.site.dataFolder.appendingPathComponent("therapies"))
        }
        await report.check("database") {
            guard OpenClinic.isThere(settings) else {
                throw CheckReport.Failure(reason: "there is none in \(settings.dataFolder.path)")
            }
            let database = try await OpenClinic.database(settings)
            var problems = try await database.integrityProblems()
            let therapies = try await database.alteredTherapyPrescriptions().map(\.text)
            let medications = try await database.alteredMedicationPrescriptions().map(\.text)
            problems += (therapies + medications).map { "the sheet of prescription \($0) was altered" }
            problems += try await database.alteredReports().map { "the report \($0) was altered" }
            try database.close()
            guard problems.isEmpty else { throw CheckReport.Failure(reason: problems.joined(separator: "; ")) }
        }
        await report.check("sheets as PDF") {
            let stylesheet = settings.site.staticFolder.appendingPathComponent("sheet.css")
            do {
                let printer = try PDFPrinter(stylesheet: stylesheet)
                _ = try await printer.pdf(html: "<!doctype html><title>Check</title><p>Check")
            } catch PDFPrinter.Failure.missing {
                throw CheckReport.Failure(reason: "not installed: apt-get install weasyprint")
            }
        }
        await report.checkCertificate(settings)
        await report.check("pictures") {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/vipsthumbnail") }
            guard isThere else { throw CheckReport.Failure(reason: "not installed: apt-get install libvips-tools") }
        }
        guard report.isGood else { throw ExitCode(1) }
    }
}
