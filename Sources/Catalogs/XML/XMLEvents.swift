import CXML2
import Clinic

/// What an XML document says, one thing after another. Names are without prefixes.
enum XMLEvent {
    case start(name: String, attributes: [String: String], line: Int)
    /// May be a part of a longer text; never without a character.
    case text(String)
    case end(name: String)
}

/// Reads an XML document piece by piece with libxml2, without a tree of it. A document type is refused, so there is
/// nothing that an entity could expand to or fetch; the five entities of XML itself are text.
struct XMLEvents {
    private var source: any ByteSource
    private let parser: XMLPushParser
    private var events: [XMLEvent] = []
    private var position = 0
    private var hasEnded = false
    private(set) var bytesRead = 0

    init(_ source: any ByteSource, limits: CatalogLimits) throws {
        self.source = source
        parser = try XMLPushParser(depth: limits.xmlDepth)
    }

    /// The next event; nil at the end of the document.
    /// - Throws: ``FileProblem/brokenAt(line:)``, and what the source throws.
    mutating func next() throws -> XMLEvent? {
        while position == events.count {
            guard !hasEnded else { return nil }
            if let piece = try source.next() {
                bytesRead += piece.count
                events = try parser.feed(piece)
            } else {
                hasEnded = true
                events = try parser.finish()
            }
            position = 0
        }
        defer { position += 1 }
        return events[position]
    }
}

/// The parser and what it has said of the bytes at hand.
private final class XMLPushParser {
    private var context: xmlParserCtxtPtr?
    private let depthLimit: Int
    private var depth = 0
    private var events: [XMLEvent] = []
    private var isRefused = false

    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()

    init(depth: Int) throws {
        depthLimit = depth
        guard Self.isReady else { throw FileProblem.unreadable("libxml2") }
        var handler = xmlSAXHandler()
        handler.initialized = 0xDEED_BEAF
        handler.internalSubset = { context, _, _, _ in XMLPushParser.of(context)?.refuse() }
        handler.startElementNs = { context, name, _, _, _, _, count, _, attributes in
            XMLPushParser.of(context)?.start(name, count, attributes)
        }
        handler.endElementNs = { context, name, _, _ in XMLPushParser.of(context)?.end(name) }
        handler.characters = { context, text, length in XMLPushParser.of(context)?.text(text, length) }
        handler.ignorableWhitespace = handler.characters
        handler.cdataBlock = handler.characters
        // Problems are found by the parser's state; its own messages would go to standard error.
        handler.serror = { _, _ in }
        context = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        guard let context else { throw FileProblem.unreadable("out of memory") }
        xmlCtxtUseOptions(context, Int32(XML_PARSE_NONET.rawValue | XML_PARSE_BIG_LINES.rawValue))
    }

    deinit { xmlFreeParserCtxt(context) }

    func feed(_ piece: [UInt8]) throws -> [XMLEvent] { try parse(piece, isLast: false) }

    func finish() throws -> [XMLEvent] { try parse([], isLast: true) }

    private func parse(_ piece: [UInt8], isLast: Bool) throws -> [XMLEvent] {
        events.removeAll(keepingCapacity: true)
        let status = piece.withUnsafeBytes {
            xmlParseChunk(context, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), isLast ? 1 : 0)
        }
        guard status == 0, !isRefused else { throw FileProblem.brokenAt(line: line) }
        return events
    }

    private var line: Int { max(1, Int(context.map { xmlSAX2GetLineNumber($0) } ?? 1)) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> XMLPushParser? {
        context.map { Unmanaged<XMLPushParser>.fromOpaque($0).takeUnretainedValue() }
    }

    private func refuse() {
        isRefused = true
        xmlStopParser(context)
    }

    private func start(
        _ name: UnsafePointer<xmlChar>?, _ count: Int32, _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        depth += 1
        if depth > depthLimit { return refuse() }
        var values: [String: String] = [:]
        for place in 0..<Int(count) {
            // Name, prefix, namespace, and where the value begins and ends.
            guard let name = attributes?[place * 5], let first = attributes?[place * 5 + 3],
                let end = attributes?[place * 5 + 4]
            else { continue }
            values[String(cString: name)] = String(
                decoding: UnsafeBufferPointer(start: first, count: end - first), as: UTF8.self)
        }
        events.append(.start(name: name.map { String(cString: $0) } ?? "", attributes: values, line: line))
    }

    private func end(_ name: UnsafePointer<xmlChar>?) {
        depth -= 1
        events.append(.end(name: name.map { String(cString: $0) } ?? ""))
    }

    private func text(_ text: UnsafePointer<xmlChar>?, _ length: Int32) {
        guard let text, length > 0 else { return }
        events.append(.text(String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)))
    }
}

extension CatalogHead {
    /// The name of an XML document's outermost element without its prefix; nil for what is none, has a document type or is
    /// written in an encoding that is neither UTF-8 nor one byte a character.
    func rootElement() -> String? {
        guard bytes.trimmedStart.first == UInt8(ascii: "<") else { return nil }
        let text = String(decoding: bytes.prefix(16_384), as: UTF8.self)
        var rest = text[...].drop(while: \.isWhitespace)
        if let declaration = xmlDeclaration {
            guard !declaration.contains("encoding") || Self.encodings.contains(where: { declaration.contains($0.0) })
            else { return nil }
        }
        while rest.hasPrefix("<?") || rest.hasPrefix("<!--") {
            guard let end = rest.firstRange(of: rest.hasPrefix("<?") ? "?>" : "-->") else { return nil }
            rest = rest[end.upperBound...].drop(while: \.isWhitespace)
        }
        guard rest.hasPrefix("<"), !rest.hasPrefix("<!") else { return nil }
        let name = rest.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        return name.split(separator: ":").last.map(String.init)
    }

    /// The encoding that an XML document declares, which is what the parser reads it as; nil where it says none.
    var statedEncoding: TextEncoding? {
        guard let declaration = xmlDeclaration, declaration.contains("encoding") else { return nil }
        return Self.encodings.first { declaration.contains($0.0) }?.1
    }

    /// Names in XML declarations.
    private static let encodings: [(String, TextEncoding)] = [
        ("utf-8", .utf8), ("us-ascii", .utf8), ("iso-8859-1", .latin1), ("windows-1252", .windows1252),
    ]

    /// `<?xml version="1.0" encoding="UTF-8"?`, in small letters.
    private var xmlDeclaration: String? {
        let start = bytes.prefix(1024).trimmedStart
        guard start.starts(with: "<?xml ".utf8) else { return nil }
        return String(decoding: start.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self).lowercased()
    }
}

extension ArraySlice<UInt8> {
    /// Without white space at the beginning.
    var trimmedStart: ArraySlice<UInt8> { drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } }
}
