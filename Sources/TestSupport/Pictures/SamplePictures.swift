import Foundation

/// Tiny pictures of which the left half is red and the right half blue, 40 × 20 pixels as they are stored.
package enum SamplePictures {
    /// A photo that says "turn me a quarter to the right" (EXIF orientation 6), where it was taken (41°52′30″ N, 87°37′30″ W)
    /// and by which camera ("SecretCam").
    package static let jpegWithLocation = data(
        """
        /9j/4QCqRXhpZgAASUkqAAgAAAADAA8BAgAKAAAAaAAAABIBAwABAAAABgAAACWIBAABAAAAMgAAAAAAAAAEAAEAAgACAAAATgAAAAIABQAD\
        AAAAcgAAAAMAAgACAAAAVwAAAAQABQADAAAAigAAAAAAAABTZWNyZXRDYW0AKQAAAAEAAAA0AAAAAQAAAB4AAAABAAAAVwAAAAEAAAAlAAAA\
        AQAAAB4AAAABAAAA/9sAQwAGBAUGBQQGBgUGBwcGCAoQCgoJCQoUDg8MEBcUGBgXFBYWGh0lHxobIxwWFiAsICMmJykqKRkfLTAtKDAlKCko\
        /9sAQwEHBwcKCAoTCgoTKBoWGigoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo/8AAEQgAFAAoAwEi\
        AAIRAQMRAf/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQy\
        gZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SFhoeIiYqSk5SV\
        lpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/EAB8BAAMBAQEBAQEBAQEAAAAA\
        AAABAgMEBQYHCAkKC//EALURAAIBAgQEAwQHBQQEAAECdwABAgMRBAUhMQYSQVEHYXETIjKBCBRCkaGxwQkjM1LwFWJy0QoWJDThJfEXGBka\
        JicoKSo1Njc4OTpDREVGR0hJSlNUVVZXWFlaY2RlZmdoaWpzdHV2d3h5eoKDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLD\
        xMXGx8jJytLT1NXW19jZ2uLj5OXm5+jp6vLz9PX29/j5+v/aAAwDAQACEQMRAD8A86ooor44/pE5/wAV/wDLr/wP+lYFb/iv/l1/4H/SsCv6\
        S4B/5EGH/wC3/wD0uR+Acbf8juv/ANu/+kRCiiivsD5U7+iiiv49P6pOf8V/8uv/AAP+lYFFFf0lwD/yIMP/ANv/APpcj8A42/5Hdf8A7d/9\
        IiFFFFfYHyp//9k=
        """)

    package static let png = data(
        """
        iVBORw0KGgoAAAANSUhEUgAAACgAAAAUCAIAAABwJOjsAAAAKElEQVR4nGP4z8BANqJA639KtI5aPGrxqMWjFo9aPGrxqMWjFg8xiwFg7R0O\
        36r+MwAAAABJRU5ErkJggg==
        """)

    package static let webp = data(
        """
        UklGRvwAAABXRUJQVlA4WAoAAAAIAAAAJwAAEwAAVlA4TBsAAAAvJ8AEAA8Q87//8x8OBAKEA/+1BgRE9D9K2AMARVhJRroAAABFeGlmAABJ\
        SSoACAAAAAYAEgEDAAEAAAABAAAAGgEFAAEAAABWAAAAGwEFAAEAAABeAAAAKAEDAAEAAAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAABmAAAA\
        AAAAAC8ZAQDoAwAALxkBAOgDAAAGAACQBwAEAAAAMDIxMAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAKAAA\
        AAOgBAABAAAAFAAAAAAAAAA=
        """)

    package static let heic = data(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRt\
        AAAAAAACAAAAEGlkYXQAAAAAACgAFAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAATgACAAEAAAAAAAAAAQAAAAAAAAAIAAAA\
        OGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AA\
        AAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFluqumubg\
        QEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAKAAAABQAAAAQcGl4aQAAAAADCAgI\
        AAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAFZtZGF0AAAASigBrxMhrhhY+BD3Z//rvBX/\
        lWs/8zdAD/EEy8n8KY1nbIb8VUNsLBM2L0SZLa/myBlNEPk7mnTdGg/EhCto1fXNt4POlSpdynpg
        """)

    /// A PNG whose header says what it likes; there is nothing to decode behind it.
    package static func png(claimingWidth width: UInt32, height: UInt32) -> Data {
        func bytes(_ number: UInt32) -> Data { withUnsafeBytes(of: number.bigEndian) { Data($0) } }
        func chunk(_ name: String, _ content: Data) -> Data {
            let body = Data(name.utf8) + content
            return bytes(UInt32(content.count)) + body + bytes(checksum(body))
        }
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", bytes(width) + bytes(height) + Data([8, 2, 0, 0, 0])) + chunk("IDAT", Data([1, 2, 3, 4]))
            + chunk("IEND", Data())
    }

    /// CRC-32 as PNG has it (ISO 15948, annex D).
    private static func checksum(_ bytes: Data) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in (sum >> 1) ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
    }

    private static func data(_ base64: String) -> Data { Data(base64Encoded: base64) ?? Data() }
}
