import AsyncHTTPClient
import Clinic
import Foundation

extension Report {
    /// Catalogues imported by the command line beside the running server, and code lists by an admin in a browser: how long it
    /// takes, how much memory, and how long somebody who logs doses and searches meanwhile waits.
    func imports(_ client: LoadClient) async throws {
        var work = try await WorkMeanwhile(server, client)
        section("Importing in a browser, from the click to the report, and from the next click to searchable")
        try await importInBrowser(&work)
        section("Importing by the command line beside the server")
        for file in try ImportFile.all(in: server.folder) {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = ["import", "--apply", "--json", "--data-dir", server.folder.path, file.url.path]
            let output = Pipe()
            process.standardOutput = output
            let start = ContinuousClock.now
            try process.run()
            var memory = 0
            work.begin()
            while process.isRunning {
                try await work.step()
                memory = max(memory, Self.memory(of: process.processIdentifier))
            }
            let seconds = start.duration(to: .now).milliseconds / 1000
            process.waitUntilExit()
            let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let rows = report.firstMatch(of: /"rows":(\d+)/).map { String($0.1) } ?? "?"
            Swift.print(
                String(format: "  %@: %.2f s, %@ rows, at most %d MiB; ", file.name, seconds, rows, memory >> 10)
                    + work.summary)
        }
    }

    /// A code list brought by an admin in a browser: the upload, the check, and putting it to use.
    private func importInBrowser(_ work: inout WorkMeanwhile) async throws {
        var client = LoadClient(base: server.address)
        _ = try await signIn(&client, as: server.admin, times: 1)
        let files = try ImportFile.codeLists(in: server.folder)
        for (file, isBusy) in files.flatMap({ [($0, false), ($0, true)] }) {
            let bytes = try Data(contentsOf: file.url)
            guard let csrf = Self.token(try await client.send("/imports")) else { return }
            let before = Self.memory(of: server.process.processIdentifier)
            var memory = before
            work.begin()
            let start = ContinuousClock.now
            let upload = LoadClient.Upload(csrf: csrf, name: file.url.lastPathComponent, bytes: bytes)
            let job = try await client.send("/imports", upload: upload).location
            let uploaded = start.duration(to: .now).milliseconds
            var state = ""
            while !["checked", "failed"].contains(state) {
                let reply = try await client.send(job, headers: [("Accept", "application/json")])
                state = reply.body.firstMatch(of: /"state":"([a-z]+)"/).map { String($0.1) } ?? "failed"
                if isBusy { try await work.step() } else { try await Task.sleep(for: .milliseconds(20)) }
                memory = max(memory, Self.memory(of: server.process.processIdentifier))
            }
            let checked = start.duration(to: .now).milliseconds
            let page = try await client.send(job)
            var fields = ["csrf": Self.token(page) ?? ""]
            for field in page.body.matches(of: /<input[^>]*name="([a-z-]+)"[^>]*value="([^"]*)"/) {
                fields[String(field.1)] = fields[String(field.1)] ?? String(field.2)
            }
            fields["name"] = "benchmark"
            let form = fields.map { "\($0)=\(escaped($1))" }.joined(separator: "&")
            let moment = ContinuousClock.now
            let answer = try await client.send("\(job)/application", form: form)
            let applied = moment.duration(to: .now).milliseconds
            Swift.print(
                String(
                    format:
                        "  %@: %.2f s (%.2f s of them the upload), then %.0f ms to put it to use (%@, %d); the server at "
                        + "most %d MiB, before %d; ",
                    file.name, checked / 1000, uploaded / 1000, applied, state, answer.status,
                    memory >> 10, before >> 10)
                    + (isBusy ? work.summary : "nobody works meanwhile"))
        }
        try await client.client.shutdown()
    }

    private static func token(_ page: LoadClient.Reply) -> String? {
        page.body.firstMatch(of: /name="csrf" value="([^"]+)"/).map { String($0.1) }
    }

    /// The memory that a process holds for itself, in KiB: without pages of files, which the kernel takes back when it likes;
    /// 0 once it is gone.
    private static func memory(of process: Int32) -> Int {
        do {
            let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            return text.firstMatch(of: /RssAnon:\s+(\d+)/).flatMap { Int($0.1) } ?? 0
        } catch { return 0 }
    }
}

/// Somebody who logs doses and searches while a catalogue is imported.
private struct WorkMeanwhile {
    private let client: LoadClient
    private let clinic: LoggedClinic
    private let csrf: String
    private var logged = 0
    private var writes: [Double] = []
    private var reads: [Double] = []

    struct NoForm: Error {}

    init(_ server: DemoServer, _ client: LoadClient) async throws {
        self.client = client
        clinic = try await LoggedClinic(server)
        let form = try await client.send("/medication-prescriptions/\(clinic.empty)/administrations/new")
        guard let token = form.body.firstMatch(of: /name="csrf" value="([^"]+)"/)?.1 else { throw NoForm() }
        csrf = String(token)
    }

    /// Forgets what was measured.
    mutating func begin() { (writes, reads) = ([], []) }

    /// A dose and a search.
    mutating func step() async throws {
        let slot = clinic.slots[logged % clinic.slots.count]
        logged += 1
        var moment = ContinuousClock.now
        _ = try await client.send(
            "/medication-prescriptions/\(clinic.empty)/administrations",
            form: "csrf=\(csrf)&dose=\(slot)&outcome=taken&when=planned&confirmed=yes&key=i\(logged)")
        writes.append(moment.duration(to: .now).milliseconds)
        moment = .now
        _ = try await client.send("/diagnoses/search?q=lumb+rad&system=icd10cm")
        reads.append(moment.duration(to: .now).milliseconds)
    }

    /// How long they took.
    var summary: String {
        String(
            format:
                "meanwhile a dose logged in at most %.0f ms (median %.1f), a search in at most %.0f ms (median %.1f), %d of "
                + "each", writes.max() ?? 0, Self.median(writes), reads.max() ?? 0, Self.median(reads), reads.count)
    }

    private static func median(_ times: [Double]) -> Double {
        times.isEmpty ? 0 : times.sorted()[times.count / 2]
    }
}

/// A generated file in an official layout, as large as the real one.
private struct ImportFile {
    let name: String
    let url: URL

    static func all(in folder: URL) throws -> [ImportFile] {
        [
            try make("ICD-10-CM order file, 98,186 lines", "order.txt", in: folder, lines: 98_186, order),
            try make("RXNCONSO, 1,000,000 lines", "RXNCONSO.RRF", in: folder, lines: 1_000_000, concept),
        ]
    }

    /// The official file where it is at hand, which the project may not carry, and a generated one.
    static func codeLists(in folder: URL) throws -> [ImportFile] {
        let official = URL(fileURLWithPath: "../shared/data/official/icd10orderfiles_2026_CMS.zip")
        let isThere = FileManager.default.fileExists(atPath: official.path)
        return (isThere ? [ImportFile(name: "CMS's zip of ICD-10-CM 2026, 98,186 rows", url: official)] : [])
            + [try make("ICD-10-CM order file, 98,186 lines", "order-1.txt", in: folder, lines: 98_186, order)]
    }

    private static func make(
        _ name: String, _ file: String, in folder: URL, lines: Int, _ line: (Int) -> String
    ) throws -> ImportFile {
        let url = folder.appendingPathComponent(file)
        try Data().write(to: url)
        let handle = try FileHandle(forWritingTo: url)
        defer { try? handle.close() }
        var number = 0
        while number < lines {
            let next = min(lines, number + 10_000)
            try handle.write(contentsOf: Data((number..<next).map(line).joined().utf8))
            number = next
        }
        return ImportFile(name: name, url: url)
    }

    /// One heading in ten, four codes of seven characters below each letter and number.
    private static func order(_ number: Int) -> String {
        let letter = String(UnicodeScalar(UInt8(65 + number / 10_000 % 26)))
        let place = number % 10_000
        let head = "\(letter)\(String(format: "%02d", place / 100))"
        let isHeading = place % 100 == 0
        let code = isHeading ? head : head + String(format: "%02d", place % 100)
        let title =
            "\(words[number % words.count]) of \(words[number / 7 % words.count]), \(words[number / 91 % words.count]) \(number)"
        let padded = code.padding(toLength: 7, withPad: " ", startingAt: 0)
        let short = title.padding(toLength: 60, withPad: " ", startingAt: 0)
        return "\(String(format: "%05d", number + 1)) \(padded) \(isHeading ? 0 : 1) \(short) \(title)\r\n"
    }

    /// Every fourth line a substance of its own, the others its products: more substances than RxNorm has.
    private static func concept(_ number: Int) -> String {
        let substance = "\(words[number / 4 % words.count])ine \(number / 4)"
        let isSubstance = number % 4 == 0
        let name = isSubstance ? substance : "\(substance) \(number % 4 * 5) MG Oral Tablet"
        let type = isSubstance ? "IN" : "SCD"
        return
            "\(number + 1)|ENG||||||\(number)|\(number)|\(number + 1)||RXNORM|\(type)|\(number + 1)|\(name)||N|4096|\n"
    }

    private static let words = [
        "pain", "sprain", "fracture", "lesion", "disorder", "stenosis", "syndrome", "injury", "deformity", "infection",
        "weakness", "stiffness", "instability", "neuralgia",
    ]
}
