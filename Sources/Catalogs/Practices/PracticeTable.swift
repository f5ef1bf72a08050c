import Clinic

/// A row of a table of practices as a spreadsheet saves it. It needs a name and one way to be reached, like a practice
/// that is typed.
struct PracticeTable: TableLayout {
    private typealias Field = ColumnMatching.Field
    private var values: TableValues
    /// Of rows that say none.
    private let country: Country
    private var keys: Set<UInt64> = []

    init(_ matching: ColumnMatching) {
        values = TableValues(matching)
        let isGerman = HeaderWords.says(
            matching.headers, ["plz", "postleitzahl", "ort", "strasse", "telefon", "praxis", "fachgebiet"])
        country = isGerman ? .germany : .unitedStates
    }

    var encoding: TextEncoding { values.decoding.encoding }

    mutating func row(of record: CSVRecord) throws(RowProblem.Reason) -> ListedPractice? {
        var typed = TypedPractice()
        typed.name = try values.line(.name, record)
        typed.contact = try values.line(.contact, record)
        typed.phone = try values.line(.phone, record)
        typed.fax = try values.line(.fax, record)
        typed.email = try values.line(.email, record)
        typed.npi = try values.line(.npi, record)
        typed.specialties = try values.line(.specialties, record)
        typed.notes = try values.block(.notes, record)
        typed.address = try address(record)
        let practice = try checked(typed)
        let location = try location(record)
        let key = practice.npi?.digits ?? String(practice.likeness.prefix(500))
        guard keys.insert(Fingerprint.of(key)).inserted else { throw .duplicate(practice.name) }
        let specialties = TherapySpecialty.codes(named: "\(practice.specialties), \(practice.name)")
        return ListedPractice(key: key, practice: practice, taxonomies: specialties, location: location)
    }

    private mutating func address(_ record: CSVRecord) throws(RowProblem.Reason) -> TypedAddress {
        var address = TypedAddress()
        address.street = try values.line(.street, record)
        let more = try values.line(.streetMore, record)
        if !more.isEmpty { address.street += address.street.isEmpty ? more : ", \(more)" }
        address.city = try values.line(.city, record)
        address.state = try values.line(.state, record)
        address.postcode = try values.line(.postcode, record)
        let named = try values.line(.country, record)
        guard let country = named.isEmpty ? country : Country(listed: named) else { throw values.malformed(.country) }
        address.country = country.code
        let isOneLine = values.matching.columns[.city] == nil && values.matching.columns[.postcode] == nil
        return isOneLine ? Self.parted(address) : address
    }

    /// "210 Broadway, Cambridge, MA 02139" in its parts; as it is where it is not written so.
    private static func parted(_ address: TypedAddress) -> TypedAddress {
        let parts = address.street.split(separator: ",").map { $0.split(separator: " ") }
        guard parts.count > 2, let last = parts.last, last.count == 2, last[0].utf8.count == 2,
            last[1].utf8.count >= 5, last[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D })
        else { return address }
        var result = address
        result.street = parts.dropLast(2).map { $0.joined(separator: " ") }.joined(separator: ", ")
        result.city = parts[parts.count - 2].joined(separator: " ")
        result.state = String(last[0])
        result.postcode = String(last[1])
        return result
    }

    /// Holds the row against the rules for typed practices; the first thing that is wrong is the row's problem.
    private func checked(_ typed: TypedPractice) throws(RowProblem.Reason) -> Practice {
        do {
            return try typed.practice()
        } catch {
            let field = (error as? ValidationFailure)?.problems.first?.field ?? "name"
            throw values.malformed(ColumnMatching.Field(rawValue: field) ?? .name)
        }
    }

    private mutating func location(_ record: CSVRecord) throws(RowProblem.Reason) -> Coordinates? {
        let latitude = try values.line(.latitude, record)
        let longitude = try values.line(.longitude, record)
        if latitude.isEmpty, longitude.isEmpty { return nil }
        guard let north = Self.degrees(latitude) else { throw values.malformed(.latitude) }
        guard let east = Self.degrees(longitude), let point = Coordinates(latitude: north, longitude: east) else {
            throw values.malformed(.longitude)
        }
        return point
    }

    /// With a point or, as German spreadsheets write it, a comma.
    private static func degrees(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2C, 0x2D, 0x2E].contains($0) }) else {
            return nil
        }
        return Double(text.replacing(",", with: "."))
    }
}

extension Country {
    /// A country's code in any case, or one of the names that tables of practices have.
    init?(listed text: String) {
        let names = [
            "usa": "US", "unitedstates": "US", "unitedstatesofamerica": "US", "us": "US", "germany": "DE",
            "deutschland": "DE", "austria": "AT", "osterreich": "AT", "switzerland": "CH", "schweiz": "CH",
            "canada": "CA",
            "kanada": "CA", "mexico": "MX", "mexiko": "MX", "d": "DE", "a": "AT",
        ]
        self.init(code: names[HeaderWords.folded(text)] ?? text.uppercased())
    }
}
