/// How an item with fields reads: `{degrees}` stands for a field's value, and what is in square brackets is left out
/// while a field in it is empty: `No active external rotation[ beyond {degrees}][ until {until}]`.
package enum TherapyPhrase {
    private enum Piece {
        case text(String)
        case field(String)
    }

    /// The phrase with values filled in, by the fields' ids. An empty field outside of brackets reads "…".
    package static func filled(_ phrase: String, _ values: [String: String]) -> String {
        segments(phrase).map { segment in
            let isMissing = segment.pieces.contains {
                if case .field(let id) = $0 { (values[id] ?? "").isEmpty } else { false }
            }
            guard !(segment.isOptional && isMissing) else { return "" }
            return segment.pieces.map { piece in
                switch piece {
                case .text(let text): return text
                case .field(let id): return values[id].flatMap { $0.isEmpty ? nil : $0 } ?? "…"
                }
            }.joined()
        }.joined()
    }

    /// The fields that a phrase names; nil when its brackets and braces do not match.
    package static func fields(in phrase: String) -> Set<String>? {
        var open: [Character] = []
        for character in phrase {
            switch character {
            case "[": if open.isEmpty { open.append("]") } else { return nil }
            case "{": if open.last != "}" { open.append("}") } else { return nil }
            case "]", "}": if open.popLast() != character { return nil }
            default: break
            }
        }
        guard open.isEmpty else { return nil }
        return Set(
            segments(phrase).flatMap(\.pieces).compactMap { piece in
                if case .field(let id) = piece { id } else { nil }
            })
    }

    private static func segments(_ phrase: String) -> [(isOptional: Bool, pieces: [Piece])] {
        phrase.split(separator: "[").enumerated().flatMap { index, part in
            let isOptional = index > 0 || phrase.hasPrefix("[")
            let halves = part.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
            return halves.enumerated().map { (isOptional && $0.offset == 0, pieces($0.element)) }
        }
    }

    private static func pieces(_ text: Substring) -> [Piece] {
        text.split(separator: "{", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
            guard index > 0 else { return [Piece.text(String(part))] }
            let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
            return [.field(String(halves[0]))] + halves.dropFirst().map { .text(String($0)) }
        }
    }
}
