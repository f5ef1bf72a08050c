import Foundation

extension Form {
    /// Most parts a form with files may have.
    private static let mostParts = 100

    /// Reads `multipart/form-data` (RFC 7578). The whole body is already in memory and bounded by its route.
    /// - Throws: ``FormError/malformed`` for anything that is not exactly that.
    init(multipart bytes: Data, contentType: String) throws {
        guard let boundary = Self.boundary(of: contentType) else { throw FormError.malformed }
        self.init(fields: [])
        let delimiter = Data("\r\n--\(boundary)".utf8)
        // The first delimiter has no line end before it: give it one, and all delimiters look the same.
        let body = Data("\r\n".utf8) + bytes
        guard var end = body.range(of: delimiter)?.upperBound else { throw FormError.malformed }
        for _ in 0...Self.mostParts {
            if body[end...].starts(with: Data("--".utf8)) { return }
            guard body[end...].starts(with: Data("\r\n".utf8)),
                let next = body.range(of: delimiter, in: end..<body.endIndex)
            else { throw FormError.malformed }
            try add(part: body[(end + 2)..<next.lowerBound])
            end = next.upperBound
        }
        throw FormError.malformed
    }

    private mutating func add(part: Data) throws {
        let separator = Data("\r\n\r\n".utf8)
        guard let gap = part.range(of: separator), gap.lowerBound - part.startIndex < 4096,
            let head = String(data: part[part.startIndex..<gap.lowerBound], encoding: .utf8)
        else { throw FormError.malformed }
        let content = Data(part[gap.upperBound...])
        guard let part = PartHead(head) else { throw FormError.malformed }
        if let fileName = part.fileName {
            append(file: File(name: fileName, contentType: part.contentType, bytes: content), named: part.name)
        } else {
            guard let text = String(data: content, encoding: .utf8) else { throw FormError.malformed }
            append(part.name, text.replacing("\r\n", with: "\n"))
        }
    }

    /// What stands between the parts of a form with files; nil when the type is another.
    static func boundary(of contentType: String) -> String? {
        guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
        return parameter("boundary", of: contentType).flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
    }

    /// The head of one part.
    struct PartHead {
        let name: String
        /// Nil for a field that is no file.
        let fileName: String?
        let contentType: String

        /// - Parameter head: its lines; nil for one without a name.
        init?(_ head: String) {
            let headers = head.components(separatedBy: "\r\n")
            guard let disposition = headers.first(where: { $0.lowercased().hasPrefix("content-disposition:") }),
                let name = Form.parameter("name", of: disposition)
            else { return nil }
            self.name = name
            fileName = Form.parameter("filename", of: disposition)
            let type = headers.first { $0.lowercased().hasPrefix("content-type:") }?.dropFirst(13)
            contentType = (type ?? "").trimmingCharacters(in: .whitespaces)
        }
    }

    /// The value of `name=value` or `name="value"` in a header. Browsers escape a quote in a value as `%22`.
    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.split(separator: ";").dropFirst() {
            let trimmed = piece.trimmingCharacters(in: .whitespaces)
            guard trimmed.lowercased().hasPrefix("\(name)=") else { continue }
            let value = trimmed.dropFirst(name.count + 1)
            return value.hasPrefix("\"") && value.hasSuffix("\"") && value.count >= 2
                ? String(value.dropFirst().dropLast()) : String(value)
        }
        return nil
    }
}
