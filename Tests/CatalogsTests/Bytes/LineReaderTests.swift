import Catalogs
import Clinic
import Testing

@Suite("Lines out of bytes")
struct LineReaderTests {
    private func lines(_ bytes: some Sequence<UInt8>, pieceSize: Int = 65_536) throws -> [String] {
        var reader = LineReader(MemoryBytes(bytes, pieceSize: pieceSize))
        var lines: [String] = []
        while let line = try reader.next() {
            switch line {
            case .success(let text): lines.append(text)
            case .failure(let problem): lines.append("\(problem.line): \(problem.reason)")
            }
        }
        return lines
    }

    @Test("are the same however the bytes are cut", arguments: [1, 2, 3, 7, 64, 65_536])
    func pieces(size: Int) throws {
        let text = "first\r\nsecond\n\nMénière\nlast"
        #expect(try lines(text.utf8, pieceSize: size) == ["first", "second", "", "Ménière", "last"])
    }

    @Test("a byte order mark is dropped, the last line needs no line feed, nothing is no line")
    func edges() throws {
        #expect(try lines("\u{FEFF}a\n".utf8) == ["a"])
        #expect(try lines("a".utf8) == ["a"])
        #expect(try lines([]) == [])
        #expect(try lines("\n".utf8) == [""])
    }

    @Test("what is not UTF-8, binary or too long is refused with its number, and reading goes on")
    func refused() throws {
        let long = [UInt8](repeating: 0x78, count: 200_000)
        let bytes = Array("a\n".utf8) + [0xFF, 0xFE, 0x0A] + [0x61, 0x00, 0x0A] + long + Array("\nb\n".utf8)
        for size in [5, 4096, 1 << 20] {
            #expect(
                try lines(bytes, pieceSize: size) == [
                    "a", "2: notText", "3: binary", "4: tooLong(limit: 65536)", "b",
                ])
        }
    }

    @Test("a line as long as the limit is read")
    func limit() throws {
        let limit = LineReader<MemoryBytes>.lineLimit
        #expect(try lines([UInt8](repeating: 0x78, count: limit)).first?.utf8.count == limit)
        #expect(try lines([UInt8](repeating: 0x78, count: limit + 1)) == ["1: tooLong(limit: 65536)"])
    }

    @Test("any bytes end", arguments: 0..<200)
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let alphabet: [UInt8] = [0x0A, 0x0D, 0x00, 0xC3, 0xA9, 0xEF, 0xBB, 0xBF, 0x61, 0x09, 0x23]
        let bytes = (0..<300).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        let feeds = bytes.count { $0 == 0x0A }
        let read = try lines(bytes, pieceSize: 1 + seed % 13)
        #expect(read.count == (bytes.last == 0x0A ? feeds : feeds + 1))
    }
}

/// Chance that is the same on every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
