import Foundation

/// Reads bar codes as a telephone would: a picture of the drawing is made and zbar looks for codes in it.
package enum BarCodeReader {
    /// The text of each code in an SVG document.
    package static func texts(svg: String) throws -> [String] {
        try inFolder { folder in
            let file = folder.appendingPathComponent("code.svg")
            try Data(svg.utf8).write(to: file)
            try run("vips", ["copy", "\(file.path)[dpi=300]", "\(folder.path)/code.png"])
            return try read(folder, "code.png")
        }
    }

    /// The text of each code on the first page of a PDF.
    package static func texts(pdf: Data) throws -> [String] {
        try inFolder { folder in
            let file = folder.appendingPathComponent("sheet.pdf")
            try pdf.write(to: file)
            try run("pdftoppm", ["-png", "-r", "200", "-singlefile", file.path, "\(folder.path)/code"])
            return try read(folder, "code.png")
        }
    }

    private static func read(_ folder: URL, _ name: String) throws -> [String] {
        try run("zbarimg", ["--quiet", "--raw", "--nodbus", folder.appendingPathComponent(name).path])
            .split(separator: "\n").map(String.init)
    }

    private static func inFolder(_ work: (URL) throws -> [String]) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result = Result { try work(folder) }
        try FileManager.default.removeItem(at: folder)
        return try result.get()
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
