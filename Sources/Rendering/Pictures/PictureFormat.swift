import Foundation

/// The kinds of picture files that are read, told by their first bytes: what the browser says is not believed.
enum PictureFormat: String, CaseIterable, Sendable {
    case jpeg, png, webp, heic

    /// Nil for a file that begins like none of them.
    init?(_ file: Data) {
        let head = [UInt8](file.prefix(12))
        guard head.count == 12 else { return nil }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if head[4..<8].elementsEqual("ftyp".utf8), Self.heicBrands.contains(where: head[8...].elementsEqual) {
            self = .heic
        } else {
            return nil
        }
    }

    /// ISO/IEC 23008-12, annexes B and F: still pictures coded with HEVC, and the brand that says no more than "a picture".
    private static let heicBrands = ["heic", "heix", "heim", "heis", "mif1"].map { Array($0.utf8) }

    /// The loader of libvips that has to be the one that reads it.
    var loader: String {
        switch self {
        case .jpeg: "jpegload"
        case .png: "pngload"
        case .webp: "webpload"
        case .heic: "heifload"
        }
    }
}
