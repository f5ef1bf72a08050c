import Clinic

/// A line of the Census gazetteer of ZIP code tabulation areas, behind its header: tabs until 2024, bars from 2025; other
/// columns than these three are passed over.
struct GazetteerLine: LineLayout {
    private let separator: UInt8
    private let places: (code: Int, latitude: Int, longitude: Int)
    private let columns: Int
    private var codes: Set<Int> = []

    /// - Returns: nil for a line that is not the header of such a gazetteer. Of its names the last is padded with spaces.
    init?(header: ArraySlice<UInt8>) {
        separator = header.containsByte(UInt8(ascii: "|")) ? UInt8(ascii: "|") : 0x09
        let names = header.fields(separator).map { String(decoding: $0.trimmed, as: UTF8.self) }
        guard names.first == "GEOID", !names.contains("NAME"), names.contains("ALAND"),
            let latitude = names.firstIndex(of: "INTPTLAT"), let longitude = names.firstIndex(of: "INTPTLONG")
        else { return nil }
        places = (0, latitude, longitude)
        columns = names.count
    }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> PostalArea? {
        let values = line.fields(separator)
        guard values.count == columns else { throw .wrongColumnCount(expected: columns, found: values.count) }
        let code = try PostalArea.code(values[places.code])
        let center = try Coordinates.read(values[places.latitude], values[places.longitude])
        guard codes.insert(code.value).inserted else { throw .duplicate(code.text) }
        return PostalArea(code: code.text, center: center)
    }
}

/// A line of the postal codes of GeoNames: twelve columns separated by tabs, no header. Places of other countries than
/// the United States are passed over.
struct GeoNamesLine: LineLayout {
    static let columns = 12
    private var codes: Set<Int> = []
    private var decoding = TextDecoding(fallback: .windows1252)

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> PostalArea? {
        let values = line.fields(0x09)
        guard values.count == Self.columns else {
            throw .wrongColumnCount(expected: Self.columns, found: values.count)
        }
        guard values[0].elementsEqual("US".utf8) else { return nil }
        let code = try PostalArea.code(values[1])
        let center = try Coordinates.read(values[9], values[10])
        let city = PlainText.cleaned(try decoding.text(values[2]))
        let state = String(decoding: values[4].trimmed, as: UTF8.self)
        let isState = state.isEmpty || (state.utf8.count == 2 && state.utf8.allSatisfy { (0x41...0x5A).contains($0) })
        guard city.unicodeScalars.count <= 200 else { throw .malformed(column: "place name") }
        guard isState else { throw .malformed(column: "admin code1") }
        guard codes.insert(code.value).inserted else { throw .duplicate(code.text) }
        return PostalArea(code: code.text, center: center, city: city, state: state)
    }
}

/// A line of the ZIP codes that come with the program, behind its header: `zip latitude longitude city state`, separated
/// by tabs (`data/README.md`).
struct ZIPAreaLine: LineLayout {
    private static let header = "zip\tlatitude\tlongitude\tcity\tstate"
    private static let columns = 5
    private var codes: Set<Int> = []

    /// - Returns: nil for a line that is not the header.
    init?(header: ArraySlice<UInt8>) {
        guard header.trimmed.elementsEqual(Self.header.utf8) else { return nil }
    }

    mutating func row(of line: ArraySlice<UInt8>) throws(RowProblem.Reason) -> PostalArea? {
        let values = line.fields(0x09)
        guard values.count == Self.columns else {
            throw .wrongColumnCount(expected: Self.columns, found: values.count)
        }
        let code = try PostalArea.code(values[0])
        let center = try Coordinates.read(values[1], values[2])
        let city = PlainText.cleaned(String(decoding: values[3], as: UTF8.self))
        guard city.unicodeScalars.count <= 200 else { throw .malformed(column: "city") }
        let state = values[4].trimmed
        guard state.isEmpty || (state.count == 2 && state.allSatisfy { (0x41...0x5A).contains($0) }) else {
            throw .malformed(column: "state")
        }
        guard codes.insert(code.value).inserted else { throw .duplicate(code.text) }
        return PostalArea(
            code: code.text, center: center, city: city, state: String(decoding: state, as: UTF8.self))
    }
}

extension PostalArea {
    /// Five digits.
    static func code(_ bytes: ArraySlice<UInt8>) throws(RowProblem.Reason) -> (text: String, value: Int) {
        let bytes = bytes.trimmed
        guard bytes.count == 5, let value = bytes.digitsValue else { throw .malformed(column: "postal code") }
        return (String(decoding: bytes, as: UTF8.self), value)
    }
}

extension Coordinates {
    /// Degrees as decimal numbers with a point.
    static func read(
        _ latitude: ArraySlice<UInt8>, _ longitude: ArraySlice<UInt8>
    ) throws(RowProblem.Reason) -> Coordinates {
        guard let north = degrees(latitude) else { throw .malformed(column: "latitude") }
        guard let east = degrees(longitude) else { throw .malformed(column: "longitude") }
        guard let point = Coordinates(latitude: north, longitude: east) else { throw .malformed(column: "latitude") }
        return point
    }

    private static func degrees(_ bytes: ArraySlice<UInt8>) -> Double? {
        let bytes = bytes.trimmed
        // "nan", "inf" and "0x1p3" are numbers to the library.
        guard bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }) else {
            return nil
        }
        return Double(String(decoding: bytes, as: UTF8.self))
    }
}

extension ArraySlice<UInt8> {
    /// The values between separators, empty ones too.
    func fields(_ separator: UInt8) -> [ArraySlice<UInt8>] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
