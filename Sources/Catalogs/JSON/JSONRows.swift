import Clinic
import Foundation

/// What one JSON object means.
protocol JSONLayout {
    associatedtype Row: Sendable
    /// - Returns: nil for an object that says nothing of use.
    mutating func row(of object: Data) throws(RowProblem.Reason) -> Row?
}

/// Where the objects of a part come from: an array of a document, or its lines.
enum JSONObjects {
    case elements(JSONElements)
    case lines(ByteLines, depth: Int)

    var bytesRead: Int {
        switch self {
        case .elements(let elements): elements.bytesRead
        case .lines(let lines, _): lines.bytesRead
        }
    }

    mutating func next() throws -> (line: Int, object: Result<Data, RowProblem.Reason>)? {
        switch self {
        case .elements(var elements):
            let read = try elements.next()
            self = .elements(elements)
            return read.map { (elements.number, $0.map { Data($0) }) }
        case .lines(var lines, let depth):
            let read = try lines.next()
            self = .lines(lines, depth: depth)
            return read.map { (lines.number, $0.flatMap { Self.object($0, depth: depth) }) }
        }
    }

    private static func object(_ line: ArraySlice<UInt8>, depth: Int) -> Result<Data, RowProblem.Reason> {
        var nesting = JSONNesting()
        var (place, count) = (0, 0)
        let bytes = Array(line.trimmed)
        guard !bytes.isEmpty else { return .success(Data()) }
        let isWhole = nesting.scan(bytes, &place, &count) == .done && place == bytes.count
        if nesting.deepest > depth { return .failure(.tooDeep(limit: depth)) }
        return isWhole ? .success(Data(bytes)) : .failure(.notJSON)
    }
}

/// The rows of a part of JSON objects.
struct JSONRows<Layout: JSONLayout>: CatalogReader {
    private var objects: JSONObjects
    private var layout: Layout
    private var budget: RowBudget
    private(set) var skipped = 0

    init(_ objects: JSONObjects, _ layout: Layout, rows: Int) {
        self.objects = objects
        self.layout = layout
        budget = RowBudget(limit: rows)
    }

    var bytesRead: Int { objects.bytesRead }

    mutating func next() throws -> Result<(line: Int, row: Layout.Row), RowProblem>? {
        while let (line, read) = try objects.next() {
            let row: Layout.Row?
            do throws(RowProblem.Reason) {
                let object = try read.get()
                // Blank lines between objects.
                if object.isEmpty { continue }
                row = try layout.row(of: object)
            } catch {
                return try budget.take(.failure(RowProblem(line: line, reason: error)))
            }
            if let row { return try budget.take(.success((line, row))) }
            skipped += 1
        }
        return nil
    }
}

/// Texts of a JSON object: an array of strings, or one string. Anything else is as if it were not there.
struct JSONTexts: Decodable {
    let texts: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let texts = try? container.decode([String].self) {
            self.texts = texts
        } else if let text = try? container.decode(String.self) {
            texts = [text]
        } else {
            texts = []
        }
    }
}
