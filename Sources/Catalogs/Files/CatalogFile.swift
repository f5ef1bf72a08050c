import Clinic
import Foundation

/// One file as an admin gives it: plain, packed (gzip, bzip2, xz, zstd) or a zip with folders at any depth. An archive in
/// an archive is not opened.
package struct CatalogFile: Sendable {
    /// How many names of other files are kept.
    package static let othersLimit = 100

    /// The parts of a layout that can be read, in the archive's order.
    package let parts: [CatalogPart]
    /// Names of files that are no catalogue (PDF, spreadsheets, read-me), at most ``othersLimit``.
    package let others: [String]
    /// The kind of the parts; nil when nothing was recognised.
    package let kind: CatalogKind?
    /// The parts that are read: what says the same as another and less is left out.
    package let used: [CatalogPart]
    /// A year that the content or the names state, as a hint only.
    package let yearHint: Int?
    /// Whether what is read is the whole list, so that what it does not mention is gone: a default for the admin.
    package let isWholeList: Bool

    let file: URL
    let limits: CatalogLimits

    /// Looks into the file: a part is recognised from its first 64 KiB, never from its name.
    /// - Parameter name: what the admin's computer called the file, for ``yearHint``; nil: as it is called here.
    /// - Throws: ``FileProblem``; ``FileProblem/severalKinds(_:)`` when the parts are not all of one kind.
    package init(_ file: URL, name: String? = nil, limits: CatalogLimits = .standard) throws {
        self.file = file
        self.limits = limits
        let contents = try Contents(file, limits: limits)
        parts = contents.parts
        others = contents.others
        let kinds = CatalogKind.allCases.filter { kind in contents.parts.contains { $0.layout.kind == kind } }
        guard kinds.count <= 1 else { throw FileProblem.severalKinds(kinds) }
        kind = kinds.first
        used = Self.used(contents.parts)
        guard used.count <= limits.parts else { throw FileProblem.tooManyParts(limit: limits.parts) }
        let size = used.compactMap(\.size).reduce(0) { $0.addingReportingOverflow($1).partialValue }
        guard (0...limits.unpackedBytes).contains(size) else { throw FileProblem.tooBig(limit: limits.unpackedBytes) }
        let names = used.map(\.path) + [name ?? file.lastPathComponent]
        yearHint = used.compactMap(\.traits.year).first ?? names.lazy.compactMap(Self.year).first
        // The tabular list beside an order file adds to it.
        isWholeList =
            kind == .icd10cm
            ? used.contains(where: \.layout.isWholeList)
            : !used.isEmpty && used.allSatisfy(\.layout.isWholeList)
    }

    /// What of several parts is read: the order file makes the codes file and the addenda unnecessary, addenda with
    /// headings those without; ICD-9-CM's short titles come along with the long ones; everything else is read together.
    private static func used(_ parts: [CatalogPart]) -> [CatalogPart] {
        let layouts = Set(parts.map(\.layout))
        let hasFullAddenda = parts.contains { $0.layout == .icd10cmAddenda && $0.traits.hasHeadings }
        return parts.filter { part in
            switch part.layout {
            case .icd10cmCodes: !layouts.contains(.icd10cmOrder)
            case .icd9cmShort: !layouts.contains(.icd9cmLong)
            case .icd10cmAddenda:
                layouts.isDisjoint(with: [.icd10cmOrder, .icd10cmCodes])
                    && (part.traits.hasHeadings || !hasFullAddenda)
            default:
                // A header that its publisher ships beside the list.
                !part.traits.isEmpty || !parts.contains { $0.layout == part.layout && !$0.traits.isEmpty }
            }
        }
    }

    /// The last number between 2000 and 2099 in the last part of a path that has one, such as 2026 in
    /// `Code Descriptions/icd10cm_order_2026.txt`.
    private static func year(in path: String) -> Int? {
        let numbers = path.utf8.split { !(0x30...0x39).contains($0) }
        return numbers.reversed().lazy
            // Dates are written together too: 20251109.
            .filter { $0.count == 4 || $0.count == 8 }
            .compactMap { Int(String(Substring($0.prefix(4)))) }.first { (2000...2099).contains($0) }
    }
}

/// What is in a file.
private struct Contents {
    var parts: [CatalogPart] = []
    var others: [String] = []

    init(_ file: URL, limits: CatalogLimits) throws {
        let archive = try ArchiveFile(file, limits: limits)
        var isLocked = false
        while let entry = try archive.nextEntry() {
            if entry.isFolder { continue }
            if entry.isEncrypted {
                isLocked = true
                note(entry.path)
                continue
            }
            let head = try Self.head(archive)
            guard let (layout, traits) = try head.recognised() else {
                note(entry.path)
                continue
            }
            let size = entry.size ?? (archive.isArchive ? nil : head.isWhole ? head.bytes.count : nil)
            parts.append(
                CatalogPart(path: entry.path, layout: layout, size: size, place: entry.place, traits: traits))
        }
        if parts.isEmpty, isLocked { throw FileProblem.encrypted }
    }

    private mutating func note(_ path: String) {
        if !path.isEmpty, others.count < CatalogFile.othersLimit { others.append(path) }
    }

    private static func head(_ archive: ArchiveFile) throws -> CatalogHead {
        var bytes: [UInt8] = []
        while bytes.count < CatalogLimits.headBytes {
            guard let piece = try archive.read() else { return try CatalogHead(bytes, isWhole: true) }
            bytes += piece
        }
        return try CatalogHead(Array(bytes.prefix(CatalogLimits.headBytes)), isWhole: false)
    }
}
