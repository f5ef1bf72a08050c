import Foundation

/// JSON of any shape, as far as a path of names looks into it.
indirect enum JSONAnswer: Decodable {
    case object([String: JSONAnswer])
    case list([JSONAnswer])
    case text(String)
    case other

    /// Nil for what is no JSON.
    init?(_ body: Data) {
        guard let answer = try? JSONDecoder().decode(JSONAnswer.self, from: body) else { return nil }
        self = answer
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int.self) {
            self = .text("\(number)")
        } else if let object = try? container.decode([String: JSONAnswer].self) {
            self = .object(object)
        } else if let list = try? container.decode([JSONAnswer].self) {
            self = .list(list)
        } else {
            self = .other
        }
    }

    /// The text or whole number at a path such as `messages.0.id`; nil for an empty path and where there is none.
    func text(at path: String) -> String? {
        guard !path.isEmpty else { return nil }
        var here = self
        for name in path.split(separator: ".") {
            switch here {
            case .object(let object):
                guard let next = object[String(name)] else { return nil }
                here = next
            case .list(let list):
                guard let place = Int(name), list.indices.contains(place) else { return nil }
                here = list[place]
            case .text, .other: return nil
            }
        }
        guard case .text(let text) = here else { return nil }
        return String(text.prefix(300))
    }
}
