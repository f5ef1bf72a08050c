import Clinic
import Foundation
import TestSupport
import Testing

@testable import Rendering

@Suite struct PictureReaderTests {
    private let reader = PictureReader()

    /// Runs one of libvips' own programs on files of the test.
    @discardableResult
    private func vips(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    private func file(_ name: String, _ bytes: Data? = nil) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
        try bytes?.write(to: url)
        return url
    }

    /// The names of a PNG's chunks.
    private func chunks(_ png: Data) -> [String] {
        var names: [String] = []
        var rest = png.dropFirst(8)
        while rest.count >= 12 {
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self))
            rest = rest.dropFirst(12 + length)
        }
        return names
    }

    @Test(arguments: [SamplePictures.png, SamplePictures.webp, SamplePictures.heic])
    func everyKindBecomesPNGOfItsOwnSize(_ sample: Data) async throws {
        let picture = try await reader.picture(in: sample)
        #expect(picture.width == 40)
        #expect(picture.height == 20)
        #expect(chunks(picture.png).first == "IHDR")
        #expect(chunks(picture.png).last == "IEND")
    }

    @Test func aPhotoIsTurnedUprightAndForgetsWhereItWasTaken() async throws {
        #expect(SamplePictures.jpegWithLocation.range(of: Data("SecretCam".utf8)) != nil)
        let picture = try await reader.picture(in: SamplePictures.jpegWithLocation)
        #expect(picture.width == 20)
        #expect(picture.height == 40)
        #expect(Set(chunks(picture.png)).isSubset(of: ["IHDR", "PLTE", "tRNS", "pHYs", "IDAT", "IEND"]))
        #expect(picture.png.range(of: Data("SecretCam".utf8)) == nil)
        let url = try file("upright.png", picture.png)
        #expect(try vips("vips", "getpoint", url.path, "10", "3").hasPrefix("2"))  // red above
        #expect(try vips("vipsheader", "-a", url.path).range(of: "exif", options: .caseInsensitive) == nil)
    }

    @Test func aLargePictureIsScaledDownAndASmallOneIsNotBlownUp() async throws {
        let url = try file("large.png")
        try vips("vips", "black", url.path, "3000", "1500", "--bands", "3")
        let picture = try await reader.picture(in: try Data(contentsOf: url))
        #expect(picture.width == 512)
        #expect(picture.height == 256)
        #expect(picture.png.count < 600_000)
    }

    @Test func aThinPictureKeepsAtLeastOnePixel() async throws {
        let url = try file("thin.png")
        try vips("vips", "black", url.path, "1", "30000", "--bands", "3")
        let picture = try await reader.picture(in: try Data(contentsOf: url))
        #expect(picture.width == 1)
        #expect(picture.height == 512)
    }

    @Test(arguments: [
        Data(), Data("x".utf8), Data("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8),
        Data("%PDF-1.7 ........".utf8),
        Data("GIF89a..............".utf8), Data("<html><script>alert(1)</script>".utf8), Data("....ftypavif....".utf8),
        Data("RIFF....WAVEfmt ....".utf8), Data("II*\0................".utf8), Data(count: 5000),
    ]) func whatIsNoPictureOfOursIsRefused(_ file: Data) async {
        await #expect(throws: PictureReader.Failure.unknownFormat) { try await reader.picture(in: file) }
    }

    @Test func aFileOverEightMebibytesIsRefusedUnread() async {
        var file = Data(count: PictureReader.largestFile + 1)
        file.replaceSubrange(0..<3, with: [0xFF, 0xD8, 0xFF])
        await #expect(throws: PictureReader.Failure.tooLarge) { try await reader.picture(in: file) }
    }

    @Test func aPictureThatClaimsTooManyPixelsIsRefusedBeforeItIsDecoded() async {
        let file = SamplePictures.png(claimingWidth: 10_000, height: 5_001)
        await #expect(throws: PictureReader.Failure.tooManyPixels) { try await reader.picture(in: file) }
    }

    @Test(arguments: [
        SamplePictures.jpegWithLocation.prefix(500), SamplePictures.png.prefix(70), SamplePictures.webp.prefix(200),
        SamplePictures.heic.prefix(300), Data([0xFF, 0xD8, 0xFF]) + Data("<svg onload='alert(1)'/>............".utf8),
        Data("RIFF\u{10}\0\0\0WEBPVP8 ............".utf8), Data("\0\0\0\u{18}ftypheic............".utf8),
        SamplePictures.png(claimingWidth: 0, height: 5), SamplePictures.png(claimingWidth: 40, height: 20),
    ]) func aDamagedPictureIsRefused(_ file: Data) async {
        await #expect(throws: PictureReader.Failure.damaged) { try await reader.picture(in: Data(file)) }
    }

    @Test func aPictureThatTakesTooLongIsGivenUp() async {
        await #expect(throws: PictureReader.Failure.busy) {
            try await PictureReader(timeLimit: .milliseconds(1)).picture(in: SamplePictures.png)
        }
    }

    @Test func manyAtOnceAllComeOut() async throws {
        try await withThrowingTaskGroup(of: Picture.self) { group in
            for _ in 0..<8 { group.addTask { try await reader.picture(in: SamplePictures.png) } }
            for try await picture in group { #expect(picture.width == 40) }
        }
    }

    @Test("a sheet becomes one picture with its pages below each other, the same each time", arguments: [1, 2, 10])
    func sheet(pages: Int) async throws {
        let pdf = try await Self.sheet(pages: pages)
        let png = try await reader.picture(ofSheet: pdf)
        #expect(png == (try await reader.picture(ofSheet: pdf)))
        let size = try vips("vipsheader", try file("sheet.png", png).path)
        let match = try #require(size.firstMatch(of: /: (\d+)x(\d+) .*, pngload/))
        #expect((900...920).contains(Int(match.1) ?? 0), "\(size)")
        #expect((1280 * pages...1300 * pages).contains(Int(match.2) ?? 0), "\(size)")
    }

    @Test("what is no sheet, and more pages than anybody reads, become none")
    func noSheet() async throws {
        await #expect(throws: PictureReader.Failure.damaged) {
            try await reader.picture(ofSheet: Data("%PDF-1.7".utf8))
        }
        let long = try await Self.sheet(pages: 11)
        await #expect(throws: PictureReader.Failure.tooManyPixels) { try await reader.picture(ofSheet: long) }
    }

    private static func sheet(pages: Int) async throws -> Data {
        let css = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).css")
        try Data("@page { size: A4 } p + p { page-break-before: always }".utf8).write(to: css)
        defer { unlink(css.path) }
        let body = (1...pages).map { "<p>Blatt \($0)</p>" }.joined()
        return try await PDFPrinter(stylesheet: css, timeLimit: .seconds(20)).pdf(
            html: "<!DOCTYPE html><html lang=\"de\"><head><title>Blatt</title></head><body>\(body)</body></html>",
            pictures: [:])
    }
}
