import Foundation

/// A picture that was decoded, turned upright and encoded again, so that it holds nothing but its pixels.
package struct Picture: Hashable, Sendable {
    /// The longest side, in pixels.
    package static let longestSide = 512

    /// PNG without metadata.
    package let png: Data
    /// In pixels, 1…``longestSide``.
    package let width: Int
    package let height: Int

    package init(png: Data, width: Int, height: Int) {
        self.png = png
        self.width = width
        self.height = height
    }
}

/// The SHA-256 of a picture's bytes: its name. A record that names a picture by it can never show another one.
package struct PictureHash: Hashable, Sendable, Codable, CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package let hex: String

    /// Nil unless the text is 64 lower-case hexadecimal digits.
    package init?(hex: String) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else {
            return nil
        }
        self.hex = hex
    }

    /// Wraps the text of a digest that was just made.
    package init(digest hex: String) { self.hex = hex }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = PictureHash(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256")
        }
        self = hash
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }

    package var description: String { hex }
}
