import Clinic
import Foundation

/// A template as a file has it: what several have in common stands once in `common.json`, and a file refers to it by
/// `{"common": "name"}`. A list that is referred to from within a list is put in its place.
enum TherapyFile {
    /// What `common.json` holds.
    struct Shared {
        /// The ids of the templates, in the order they are offered in.
        let order: [String]
        fileprivate let parts: [String: Part]

        /// - Throws: ``TherapyTemplate/Malformed``; `DecodingError`.
        init(json: Data) throws {
            guard case .object(let parts) = try JSONDecoder().decode(Part.self, from: json),
                case .list(let order)? = parts["templates"]
            else { throw TherapyTemplate.Malformed(template: "common", faults: ["no list of templates"]) }
            self.parts = parts
            self.order = order.compactMap { if case .text(let id) = $0 { id } else { nil } }
        }
    }

    /// A file's template, with what it refers to put in and the shared rules that concern it.
    /// - Parameter id: names the file in errors.
    static func template(_ json: Data, named id: String, shared: Shared) throws -> TherapyTemplate {
        do {
            let whole = try JSONDecoder().decode(Part.self, from: json).resolved(with: shared.parts)
            return try TherapyTemplate(json: JSONEncoder().encode(whole))
        } catch let unknown as UnknownPart {
            throw TherapyTemplate.Malformed(template: id, faults: ["common.json has no “\(unknown.name)”"])
        } catch let error as DecodingError {
            throw TherapyTemplate.Malformed(template: id, faults: [Self.place(of: error)])
        }
    }

    fileprivate struct UnknownPart: Error {
        let name: String
    }

    /// Where in the file the error is.
    private static func place(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "\(path(context)) lacks “\(key.stringValue)”"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "\(path(context)): \(context.debugDescription)"
        @unknown default: "not a list of therapies"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// A piece of JSON.
private enum Part: Codable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([Part])
    case object([String: Part])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else if let list = try? container.decode([Part].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: Part].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }

    /// The part with everything it refers to in its place.
    func resolved(with parts: [String: Part]) throws -> Part {
        switch self {
        case .text, .number, .flag: return self
        case .list(let list):
            return .list(
                try list.flatMap { element in
                    let whole = try element.resolved(with: parts)
                    if case .list(let spliced) = whole, element.reference != nil { return spliced }
                    return [whole]
                })
        case .object(let object):
            guard let name = reference else { return .object(try object.mapValues { try $0.resolved(with: parts) }) }
            guard let part = parts[name] else { throw TherapyFile.UnknownPart(name: name) }
            // Without itself: a part that refers to itself is one that is not there.
            return try part.resolved(with: parts.filter { $0.key != name })
        }
    }

    /// The name of the shared part that this refers to; nil when it is no reference.
    private var reference: String? {
        guard case .object(let object) = self, object.count == 1, case .text(let name)? = object["common"] else {
            return nil
        }
        return name
    }
}
