import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Store

/// Files on their way from the browser: whole in a form, or in pieces by a script that can go on after the connection was
/// lost.
struct UploadHandlers {
    let site: Site
    /// The largest piece, in bytes.
    static let mostPerPiece = 16 << 20
    /// What has to stay free on the disk beside the file, in bytes.
    private static let reserve = 256 << 20

    /// The form without a script.
    func create(
        _ request: Request, _ context: AdminContext, _ admit: @Sendable (Form) throws -> Void
    ) async throws -> Response {
        var upload = try FileUpload(request)
        let job = try await site.database.insertImport(fileName: "…", size: 0, by: context.actor)
        do {
            let handle = try site.imports.files.open(job.id, at: 0)
            defer { try? handle.close() }
            try await upload.receive(request.body, admit: admit) { try handle.write(contentsOf: $0) }
            try handle.synchronize()
        } catch {
            try await discard(job.id, by: context.actor)
            throw error
        }
        guard upload.size > 0 else {
            try await discard(job.id, by: context.actor)
            return try await page(Problem("file", "imports.problem.file"), context)
        }
        try await site.database.nameImport(
            job.id, fileName: Self.name(upload.fileName), size: upload.size, by: context.actor)
        _ = try await site.database.updateImport(job.id, received: upload.size, by: context.actor)
        site.imports.wake()
        return Responses.redirect(to: "/imports/\(job.id)")
    }

    /// Announces a file that a script will send in pieces: its name and size.
    func announce(_ form: Form, _ request: Request, _ context: AdminContext) async throws -> Response {
        guard let size = Int(form.text("size")), size > 0 else {
            return try problem("imports.problem.file", context)
        }
        guard size <= FileUpload.most else { return try problem("imports.problem.too-large", context) }
        guard site.imports.files.hasRoom(for: size + Self.reserve) else {
            return try problem("imports.problem.disk", context)
        }
        let job = try await site.database.insertImport(
            fileName: Self.name(form.text("name")), size: size, by: context.actor)
        return try Responses.json(UploadState(job, words: site.words(context)), status: .created)
    }

    /// One piece: `Content-Range: bytes first-last/size`, where `first` is what is here already.
    func piece(_ request: Request, _ context: AdminContext) async throws -> Response {
        let job = try await site.database.catalogImport(try context.identifier())
        guard let range = request.headers[.contentRange].flatMap(ContentRange.init), range.size == job.size else {
            throw HTTPError(.badRequest)
        }
        guard range.last - range.first < Self.mostPerPiece else { throw FormError.tooLarge }
        guard job.state == .receiving, range.first == job.received else {
            // The answer to the piece before was lost, or two windows send: the script goes on from here.
            return try Responses.json(UploadState(job, words: site.words(context)), status: .conflict)
        }
        let length = range.last - range.first + 1
        var bytes = 0
        do {
            let handle = try site.imports.files.open(job.id, at: range.first)
            defer { try? handle.close() }
            for try await piece in request.body {
                bytes += piece.readableBytes
                guard bytes <= length else { throw FormError.tooLarge }
                try handle.write(contentsOf: Data(piece.readableBytesView))
            }
            try handle.synchronize()
        } catch let failure as ImportFiles.Failure {
            guard case .elsewhere = failure else { throw failure }
            throw StoreError.notFound
        }
        // Half a piece is no piece: what was written is cut off again by the next one.
        guard bytes == length else { throw FormError.malformed }
        let updated = try await site.database.updateImport(
            job.id, received: range.first + length, by: context.actor)
        if updated.state == .waiting { site.imports.wake() }
        return try Responses.json(UploadState(updated, words: site.words(context)))
    }

    private func discard(_ id: Identifier<CatalogImport>, by actor: Actor) async throws {
        site.imports.files.remove(id)
        try await site.database.cancelImport(id, by: actor)
    }

    private func page(_ problem: Problem, _ context: AdminContext) async throws -> Response {
        try await ImportHandlers(site: site).index(problems: [problem], context)
    }

    private func problem(_ key: String, _ context: AdminContext) throws -> Response {
        try Responses.json(["problem": site.words(context)(key)], status: .unprocessableContent)
    }

    /// What is shown for a file's name: its last part, cleaned, at most 200 characters.
    static func name(_ typed: String) -> String {
        let last = typed.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        let cleaned = PlainText.cleaned(last).prefix(200)
        return cleaned.isEmpty ? "?" : String(cleaned)
    }
}

/// What a script is told of a file.
struct UploadState: Encodable {
    let id: String
    let url: String
    let received: Int
    let size: Int
    let state: String
    /// 0 to 100 of the check.
    let percent: Int
    /// What goes on, in words.
    let text: String

    init(_ job: CatalogImport, words: Words) {
        id = job.id.text
        url = "/imports/\(job.id)"
        received = job.received
        size = job.size
        state = job.state.rawValue
        percent = job.progress.percent
        text = words("imports.state.\(job.state.rawValue)")
    }
}

/// `bytes 0-1023/4096` (RFC 9110, section 14.4).
struct ContentRange {
    let first: Int
    let last: Int
    let size: Int

    init?(_ text: String) {
        guard text.hasPrefix("bytes ") else { return nil }
        let parts = text.utf8.dropFirst(6).split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") })
        let numbers = parts.compactMap { part -> Int? in
            guard (1...12).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int(String(Substring(part)))
        }
        guard parts.count == 3, numbers.count == 3, numbers[0] <= numbers[1], numbers[1] < numbers[2] else {
            return nil
        }
        (first, last, size) = (numbers[0], numbers[1], numbers[2])
    }
}
