import Clinic

/// The first bytes of a part, as it is recognised by them.
struct CatalogHead {
    /// As UTF-8 where it was UTF-16, without a byte order mark.
    let bytes: ArraySlice<UInt8>
    /// Whether the part has no more bytes.
    let isWhole: Bool
    /// Whether it was UTF-16.
    let isUTF16: Bool

    init(_ raw: [UInt8], isWhole: Bool) throws {
        self.isWhole = isWhole
        isUTF16 = UTF16Bytes.isBigEndian(raw) != nil
        if let isBigEndian = UTF16Bytes.isBigEndian(raw) {
            var source = UTF16Bytes(MemoryBytes(raw, pieceSize: raw.count), isBigEndian: isBigEndian)
            bytes = (try source.next() ?? [])[...]
        } else {
            bytes = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? raw[3...] : raw[...]
        }
    }

    /// The first lines that are there with their ends and are not blank.
    func lines(most: Int = 200) -> [ArraySlice<UInt8>] {
        let end: UInt8 = bytes.containsByte(0x0A) ? 0x0A : 0x0D
        var lines = bytes.split(separator: end, maxSplits: most, omittingEmptySubsequences: false)
        // The last may be cut off, or is the rest.
        if !isWhole || lines.count > most { lines.removeLast() }
        return lines.map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isBlank }
    }
}

extension CatalogHead {
    typealias Recognised = (layout: CatalogLayout, traits: CatalogPart.Traits)

    /// What the part is; nil for no catalogue.
    func recognised() throws -> Recognised? {
        guard var recognised = try byContent() else { return nil }
        if isUTF16 { recognised.traits.encoding = .utf16 }
        return recognised
    }

    private func byContent() throws -> Recognised? {
        if bytes.isEmpty || bytes.containsByte(0) { return nil }
        switch bytes.trimmedStart.first {
        case UInt8(ascii: "<"): return markup()
        case UInt8(ascii: "{"): return json()
        default: return try byLines() ?? byHeader() ?? table()
        }
    }

    private func markup() -> Recognised? {
        let beginning = String(decoding: bytes.prefix(16_384), as: UTF8.self)
        switch rootElement() {
        case "ICD10CM.tabular":
            var traits = CatalogPart.Traits(encoding: statedEncoding)
            if let start = beginning.firstRange(of: "<version>") {
                traits.year = Int(beginning[start.upperBound...].prefix { $0.isNumber }).flatMap(Self.plausible)
            }
            return (.icd10cmTabular, traits)
        case "document" where beginning.contains("urn:hl7-org:v3"):
            return (.spl, CatalogPart.Traits(encoding: statedEncoding))
        default: return nil
        }
    }

    private static func plausible(_ year: Int) -> Int? { (2000...2099).contains(year) ? year : nil }

    private func json() -> Recognised? {
        let outline = JSONOutline(bytes)
        let layout: CatalogLayout? =
            if outline.resourceTypes["entry.resource.resourceType"]?.contains(Self.medicineResource) ?? false {
                .fhirBundle
            } else if outline.hasLabels(under: "results.") {
                .openFDA
            } else if hasObjectLines {
                outline.resourceTypes["resourceType"]?.contains(Self.medicineResource) ?? false
                    ? .fhirLines : outline.hasLabels(under: "") ? .openFDALines : nil
            } else {
                nil
            }
        return layout.map { ($0, CatalogPart.Traits()) }
    }

    private static let medicineResource = "MedicationKnowledge"

    /// Whether the first line is a JSON object, or is longer than the head.
    private var hasObjectLines: Bool {
        guard let line = lines(most: 1).first ?? (isWhole ? bytes : nil) else { return true }
        return line.trimmed.last == UInt8(ascii: "}")
    }

    /// Layouts of which every line is a row.
    private func byLines() -> Recognised? {
        let lines = lines()
        guard let first = lines.first else { return nil }
        for (layout, isLine) in Self.lineShapes {
            let right = lines.count { isLine($0) }
            // A damaged line may be among them; behind few changes stands a long summary.
            let isBeginning = layout == .icd10cmAddenda && isLine(first)
            guard right > 0, right * 10 >= lines.count * 7 || isBeginning else { continue }
            return (layout, CatalogPart.Traits(hasHeadings: AddendaShape.hasFlag(first)))
        }
        return icd9().map { ($0, CatalogPart.Traits()) }
    }

    /// Layouts with a header of their publisher.
    private func byHeader() -> Recognised? {
        let lines = lines(most: 2)
        guard let first = lines.first else { return nil }
        let layout: CatalogLayout? =
            if GazetteerLine(header: first) != nil {
                .gazetteer
            } else if ZIPAreaLine(header: first) != nil {
                .zipAreas
            } else if RxTermsLine(header: first) != nil {
                .rxTerms
            } else if RxTermsIngredientLine(header: first) != nil {
                .rxTermsIngredients
            } else if NDCLine(header: first) != nil {
                .ndc
            } else {
                nil
            }
        return layout.map { ($0, CatalogPart.Traits(isEmpty: isWhole && lines.count < 2)) }
    }

    private func table() throws -> Recognised? {
        guard let head = try TableHead(bytes) else { return nil }
        let isEmpty = isWhole && lines(most: 3).count < 2
        if NPPESRecord.isHeader(head.headers) { return (.nppes, CatalogPart.Traits(isEmpty: isEmpty)) }
        return TableRecognition(head.headers).map { ($0.layout, CatalogPart.Traits(isEmpty: isEmpty)) }
    }

    private static let lineShapes: [(CatalogLayout, @Sendable (ArraySlice<UInt8>) -> Bool)] = [
        (.icd10cmOrder, isOrder), (.icd10cmAddenda, AddendaShape.isLine), (.gemsFromICD10, { isMapping($0, width: 7) }),
        (.gemsFromICD9, { isMapping($0, width: 5) }), (.icd10cmCodes, isCodes), (.geoNames, isGeoNames),
        (.rxNorm, RxNormLine.isLine),
    ]

    /// `00001 A00     0 Cholera`
    private static func isOrder(_ line: ArraySlice<UInt8>) -> Bool {
        let digits = line.prefix { (0x30...0x39).contains($0) }.count
        let line = line.dropFirst(digits)
        guard (5...6).contains(digits), line.count > 11, line.first == 0x20 else { return false }
        let rest = line.dropFirst(1)
        let flag = rest[rest.startIndex + 8]
        return ICD10.isCode(rest.prefix(7).trimmed) && rest[rest.startIndex + 7] == 0x20
            && (flag == 0x30 || flag == 0x31) && rest[rest.startIndex + 9] == 0x20
    }

    /// `A000    Cholera due to Vibrio cholerae 01, biovar cholerae`
    private static func isCodes(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count > 8, line[line.startIndex + 7] == 0x20, line[line.startIndex + 8] != 0x20 else { return false }
        return ICD10.isCode(line.prefix(7).trimmed)
    }

    /// `A021    99591 10112`, or with a narrow first column `0730  A70     10111`
    private static func isMapping(_ line: ArraySlice<UInt8>, width: Int) -> Bool {
        let line = line.trimmed
        guard line.count == 19, line[line.startIndex + width] == 0x20, line[line.startIndex + 13] == 0x20 else {
            return false
        }
        let target = line[line.startIndex + width + 1..<line.startIndex + 13].trimmed
        let isCode: (ArraySlice<UInt8>) -> Bool = width == 7 ? { ICD10.isCode($0) } : { ICD9.isCode($0) }
        return isCode(line.prefix(width).trimmed) && !target.isEmpty && !target.containsByte(0x20)
            && line.suffix(5).digitsValue != nil
    }

    /// `US<tab>02139<tab>Cambridge…`
    private static func isGeoNames(_ line: ArraySlice<UInt8>) -> Bool {
        let values = line.fields(0x09)
        return values.count == GeoNamesLine.columns && values[0].count == 2
            && values[0].allSatisfy { (0x41...0x5A).contains($0) }
            && (try? Coordinates.read(values[9], values[10])) != nil
    }

    /// `0010  Cholera due to vibrio cholerae`. Lists of procedures have one space there; a list of postal codes has five
    /// digits on every line.
    private func icd9() -> CatalogLayout? {
        let lines = lines(most: 2000)
        let right = lines.filter { line in
            line.count > 6 && line[line.startIndex + 5] == 0x20 && line[line.startIndex + 6] != 0x20
                && ICD9.isCode(line.prefix(5).trimmed)
        }
        guard right.count * 10 >= lines.count * 7,
            right.contains(where: { $0.prefix(5).trimmed.count < 5 || $0.first.map { $0 > 0x39 } ?? false })
        else { return nil }
        return right.contains { $0.trimmed.count > 6 + ICD9.longestShortTitle } ? .icd9cmLong : .icd9cmShort
    }
}
