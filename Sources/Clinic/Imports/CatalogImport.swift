import Foundation

/// A file of a catalogue on its way into the database: received, checked, put to use.
package struct CatalogImport: Hashable, Sendable {
    package let id: Identifier<CatalogImport>
    /// As the browser or the command line named it; shown, never used as a path.
    package let fileName: String
    /// Bytes it has in all.
    package let size: Int
    /// Bytes that are on this machine.
    package let received: Int
    package let state: State
    package let choices: Choices
    /// Nil before it was checked.
    package let findings: Findings?
    /// Why there is no result; nil unless ``state-swift.property`` is `failed`.
    package let failure: Failure?
    /// Bytes read of how many, while it is checked.
    package let progress: Progress
    package let createdAt: Date
    /// Nil when it came by the command line.
    package let createdBy: Identifier<Account>?
    package let endedAt: Date?
    /// Whether the server has the file, so that it can check it again; a command line took it along.
    package let isOnServer: Bool

    package init(
        id: Identifier<CatalogImport>, fileName: String, size: Int, received: Int, state: State, choices: Choices,
        findings: Findings?, failure: Failure?, progress: Progress, createdAt: Date, createdBy: Identifier<Account>?,
        endedAt: Date?, isOnServer: Bool
    ) {
        self.id = id
        self.fileName = fileName
        self.size = size
        self.received = received
        self.state = state
        self.choices = choices
        self.findings = findings
        self.failure = failure
        self.progress = progress
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.endedAt = endedAt
        self.isOnServer = isOnServer
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Its bytes are still coming.
        case receiving
        /// Another one is being checked.
        case waiting
        case checking
        /// Complete beside what is in use: to be looked at and applied.
        case checked
        case applied, cancelled, failed

        /// Nothing will become of it any more.
        package var isOver: Bool { [.applied, .cancelled, .failed].contains(self) }
        /// Work is done or to be done without anybody.
        package var isUnderWay: Bool { [.waiting, .checking].contains(self) }
    }

    package struct Progress: Hashable, Sendable {
        package let done: Int
        /// 0 while it is not known.
        package let total: Int

        package init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }

        /// 0 to 100.
        package var percent: Int { total > 0 ? min(100, max(0, done * 100 / total)) : 0 }
    }

    /// What an admin decides about a file; nil: as the file's layout says.
    package struct Choices: Hashable, Sendable, Codable {
        /// Whether what the file does not mention is retired.
        package var isWholeList: Bool?
        /// Which column of a table means what: the field's name, and the column from 0.
        package var columns: [String: Int]?

        package init(isWholeList: Bool? = nil, columns: [String: Int]? = nil) {
            self.isWholeList = isWholeList
            self.columns = columns
        }
    }

    /// What a check found.
    package struct Findings: Hashable, Sendable, Codable {
        package var kind: CatalogKind
        package var layouts: [CatalogLayout]
        /// Whether what the file does not mention is retired.
        package var isWholeList: Bool
        /// The release's name as proposed: `FY2027`, `2026-11-21`.
        package var releaseName: String
        /// The first and last day of use, of a code list.
        package var effectiveFrom: LocalDate?
        package var effectiveUntil: LocalDate?
        /// Rows of the whole release.
        package var rows = 0
        package var added = 0
        package var changed = 0
        package var retired = 0
        /// Lines that were not taken because they are wrong.
        package var problems = 0
        /// Lines of no use here: other sources' words, other professions.
        package var skipped = 0
        /// The header of a table, to be matched; empty for other layouts.
        package var headers: [String] = []
        /// Which column means what.
        package var columns: [String: Int] = [:]
        /// Two rows of a table as they are.
        package var samples: [[String]] = []
        /// How the text of what was read is encoded, each once; nil in what was checked before this was noted.
        package var encodings: [TextEncoding]?

        package init(kind: CatalogKind, layouts: [CatalogLayout], isWholeList: Bool, releaseName: String) {
            self.kind = kind
            self.layouts = layouts
            self.isWholeList = isWholeList
            self.releaseName = releaseName
        }

        /// Nothing would be different.
        package var isSame: Bool { added + changed + retired == 0 }
    }

    /// Why a file gave nothing.
    package struct Failure: Hashable, Sendable, Codable {
        package enum Reason: String, Hashable, Sendable, Codable {
            /// It is no file of a catalogue that is known.
            case unknownKind = "unknown-kind"
            /// Another kind than asked for.
            case otherKind = "other-kind"
            case severalKinds = "several-kinds"
            /// Damaged, or broken off; where it is known, the line stands in the detail.
            case unreadable
            case encrypted
            /// It unpacks to so much more than its size that it can only be meant to do harm.
            case suspicious
            case tooManyParts = "too-many-parts"
            /// A table of which it is not known which column means what.
            case columns
            case tooBig = "too-big"
            case tooManyRows = "too-many-rows"
            /// Not one line could be taken.
            case nothing
            /// It changes a list that is not loaded.
            case noBase = "no-base"
            /// The program ended while it was checked.
            case interrupted
            case diskFull = "disk-full"
            /// A mistake of the program's; the log has more.
            case unexpected
        }

        package let reason: Reason
        /// What it was: the kinds found, a limit.
        package let detail: String

        package init(_ reason: Reason, detail: String = "") {
            self.reason = reason
            self.detail = detail
        }
    }
}

/// A line of an imported file that was not taken, and the file inside the archive.
package struct ImportProblem: Hashable, Sendable {
    /// Empty for a file that is no archive.
    package let part: String
    package let problem: RowProblem

    package init(part: String, problem: RowProblem) {
        self.part = part
        self.problem = problem
    }
}
