import Clinic
import Crypto
import Foundation
import GRDB

/// Values that stand in a column as JSON.
enum StoredJSON {
    /// The same value always gives the same text: its hash is kept. Nil for nil.
    static func text(_ value: (some Encodable)?) throws -> String? {
        guard let value else { return nil }
        return try text(of: value)
    }

    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<Value: Decodable>(_ text: String?) throws -> Value? {
        try text.map { try decoder.decode(Value.self, from: Data($0.utf8)) }
    }

    /// A signed text's value.
    /// - Throws: ``StoreError/unavailable(_:)`` when the text does not match its hash: it was altered behind the
    ///   program's back.
    static func sealed<Value: Decodable, Entity>(
        _ text: String, hash: Data, of id: Identifier<Entity>
    ) throws -> Value {
        guard Self.hash(of: text) == hash else { throw StoreError.unavailable("altered sheet \(id)") }
        return try decoder.decode(Value.self, from: Data(text.utf8))
    }

    static func hash(of text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
