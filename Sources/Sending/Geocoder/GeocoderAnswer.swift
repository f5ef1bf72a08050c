import Clinic
import Foundation

/// Reads two numbers out of a geocoder's JSON, of whatever shape it is.
enum GeocoderAnswer {
    static func point(in body: Data, _ settings: GeocoderSettings) -> StreetPoint {
        do {
            let latitude = try number(at: settings.latitudePath, in: body)
            let longitude = try number(at: settings.longitudePath, in: body)
            guard let latitude, let longitude else { return .unknown }
            // Zero and zero is what some say instead of nothing; it lies in the sea off Africa.
            guard let point = Coordinates(latitude: latitude, longitude: longitude), latitude != 0 || longitude != 0
            else { return .failed(.range) }
            return .found(point)
        } catch {
            return .failed(.unreadable)
        }
    }

    /// - Returns: nil where the path leads to nothing.
    /// - Throws: `DecodingError` for what is no JSON, and where something else than a number stands.
    private static func number(at path: String, in body: Data) throws -> Double? {
        let decoder = JSONDecoder()
        if let key = Walk.path { decoder.userInfo[key] = path.split(separator: ".").map(String.init) }
        return try decoder.decode(Walk.self, from: body).number
    }

    /// Goes along a path through an answer and decodes nothing beside it.
    private struct Walk: Decodable {
        static let path = CodingUserInfoKey(rawValue: "path")
        let number: Double?

        init(from decoder: any Decoder) throws {
            var here = decoder
            for name in Self.path.flatMap({ decoder.userInfo[$0] as? [String] }) ?? [] {
                guard let next = try Self.step(name, here) else {
                    number = nil
                    return
                }
                here = next
            }
            number = try Self.number(here.singleValueContainer())
        }

        /// What stands under a name, or at a place of a list; nil for nothing.
        private static func step(_ name: String, _ decoder: any Decoder) throws -> (any Decoder)? {
            if let place = Int(name), var list = try? decoder.unkeyedContainer() {
                guard let count = list.count, (0..<count).contains(place) else { return nil }
                for _ in 0..<place { _ = try list.superDecoder() }
                return try list.superDecoder()
            }
            let object = try decoder.container(keyedBy: Name.self)
            let key = Name(stringValue: name)
            return object.contains(key) ? try object.superDecoder(forKey: key) : nil
        }

        /// A number, or one in quotation marks as Nominatim writes it; nil for null.
        private static func number(_ container: any SingleValueDecodingContainer) throws -> Double? {
            if container.decodeNil() { return nil }
            if let number = try? container.decode(Double.self) { return number }
            let text = try container.decode(String.self)
            guard text.utf8.count <= 40, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
                let number = Double(text)
            else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number") }
            return number
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
