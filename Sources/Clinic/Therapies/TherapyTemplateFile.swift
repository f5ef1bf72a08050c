import Foundation

/// A template's file as somebody brings it: anything at all may be in it.
package enum TherapyTemplateFile {
    /// Bytes that a file may have; the largest shipped template has about 60,000.
    package static let mostBytes = 262_144
    /// Brackets within brackets; a template has eight.
    static let deepest = 32
    /// Faults that are told at once.
    private static let mostProblems = 20

    /// Reads a template; what is wrong is told with the line or the place in the file.
    /// - Parameter field: the form's field that problems name.
    /// - Throws: ``ValidationFailure``.
    package static func template(_ file: Data, field: String) throws -> TherapyTemplate {
        let json = file.starts(with: [0xEF, 0xBB, 0xBF]) ? file.dropFirst(3) : file
        guard file.count <= mostBytes else {
            throw refusal(field, "therapy-templates.problem.too-large", ["max": "\(mostBytes / 1024)"])
        }
        if let line = tooDeep(json) {
            throw refusal(field, "therapy-templates.problem.too-deep", ["line": "\(line)"])
        }
        var template: TherapyTemplate
        do {
            template = try JSONDecoder().decode(TherapyTemplate.self, from: Data(json))
        } catch {
            if let line = JSONSlip.line(in: Data(json)) {
                throw refusal(field, "therapy-templates.problem.syntax", ["line": "\(line)"])
            }
            throw (error as? DecodingError).map { refusal(field, $0) }
                ?? refusal(field, "therapy-templates.problem.unreadable")
        }
        template.name = template.name.map(PlainText.cleaned)
        if template.name?.isEmpty == true { template.name = nil }
        let sizes = template.clinicFaults.filter { $0.kind != .name || template.name != nil }
        let faults = sizes.contains { $0.kind == .tooMany } ? sizes : template.brokenRules + sizes
        guard faults.isEmpty else {
            throw ValidationFailure(faults.prefix(mostProblems).map { $0.problem(at: field) })
        }
        return template
    }

    /// The line on which brackets go deeper than anything of ours; nil where they do not.
    private static func tooDeep(_ json: Data) -> Int? {
        var (depth, line, isText, isEscaped) = (0, 1, false, false)
        for byte in json {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > deepest { return line }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
        return nil
    }

    private static func refusal(_ field: String, _ message: String, _ values: [String: String] = [:])
        -> ValidationFailure
    {
        ValidationFailure([Problem(field, message, values)])
    }

    private static func refusal(_ field: String, _ error: DecodingError) -> ValidationFailure {
        switch error {
        case .keyNotFound(let key, let context):
            return refusal(
                field, "therapy-templates.problem.missing", ["place": path(context.codingPath + [key])])
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return refusal(field, "therapy-templates.problem.type", ["place": path(context.codingPath)])
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            return refusal(field, "therapy-templates.problem.type", ["place": path(context.codingPath)])
        case .dataCorrupted: return refusal(field, "therapy-templates.problem.unreadable")
        @unknown default: return refusal(field, "therapy-templates.problem.unreadable")
        }
    }

    /// `sections[2].items[1].title`, counted from 1 as people do.
    private static func path(_ keys: [any CodingKey]) -> String {
        let path = keys.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index + 1)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
        return path.isEmpty ? "{}" : String(path.prefix(120))
    }
}
