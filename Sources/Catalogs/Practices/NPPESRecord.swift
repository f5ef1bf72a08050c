import Clinic

/// A row of NPPES' `npidata_pfile`: providers of the United States with up to 15 kinds of work. Those without one of
/// ``TherapySpecialty`` and those whose number was taken away are passed over.
struct NPPESRecord: TableLayout {
    private static let taxonomyCount = 15
    private let places: [String: Int]
    private let taxonomies: [(code: Int, isPrimary: Int)]
    private let deactivation: Int
    private let reactivation: Int?
    private var decoding = TextDecoding(fallback: .windows1252)
    private var numbers: Set<Int> = []

    /// - Throws: ``FileProblem/wrongFormat(missing:)`` for a header without a column that is needed.
    init(header: CSVRecord) throws {
        var places: [String: Int] = [:]
        for place in 0..<header.count { places[String(decoding: header[place], as: UTF8.self)] = place }
        for name in Column.allCases where places[name.rawValue] == nil {
            throw FileProblem.wrongFormat(missing: name.rawValue)
        }
        self.places = places
        taxonomies = (1...Self.taxonomyCount).compactMap { number in
            guard let code = places["Healthcare Provider Taxonomy Code_\(number)"],
                let isPrimary = places["Healthcare Provider Primary Taxonomy Switch_\(number)"]
            else { return nil }
            return (code, isPrimary)
        }
        deactivation = places[Column.deactivation.rawValue] ?? 0
        reactivation = places["NPI Reactivation Date"]
    }

    static func isHeader(_ headers: [String]) -> Bool {
        headers.first == Column.npi.rawValue && headers.contains(Column.type.rawValue)
            && headers.contains("Healthcare Provider Taxonomy Code_1")
    }

    enum Column: String, CaseIterable {
        case npi = "NPI"
        case type = "Entity Type Code"
        case organization = "Provider Organization Name (Legal Business Name)"
        case last = "Provider Last Name (Legal Name)"
        case first = "Provider First Name"
        case middle = "Provider Middle Name"
        case suffix = "Provider Name Suffix Text"
        case credential = "Provider Credential Text"
        case street = "Provider First Line Business Practice Location Address"
        case streetMore = "Provider Second Line Business Practice Location Address"
        case city = "Provider Business Practice Location Address City Name"
        case state = "Provider Business Practice Location Address State Name"
        case postcode = "Provider Business Practice Location Address Postal Code"
        case country = "Provider Business Practice Location Address Country Code (If outside U.S.)"
        case phone = "Provider Business Practice Location Address Telephone Number"
        case fax = "Provider Business Practice Location Address Fax Number"
        case deactivation = "NPI Deactivation Date"
    }

    var encoding: TextEncoding { decoding.encoding }

    mutating func row(of record: CSVRecord) throws(RowProblem.Reason) -> ListedPractice? {
        let number = record[places[Column.npi.rawValue] ?? 0]
        guard let value = number.digitsValue,
            let npi = NationalProviderIdentifier(String(decoding: number, as: UTF8.self))
        else { throw .malformed(column: "NPI") }
        let isReactivated = reactivation.map { !record[$0].isEmpty } ?? false
        if !record[deactivation].isEmpty, !isReactivated { return nil }
        let taxonomies = therapies(record)
        guard !taxonomies.isEmpty else { return nil }
        guard numbers.insert(value).inserted else { throw .duplicate(npi.digits) }
        var practice = Practice()
        practice.npi = npi
        practice.name = try name(record)
        practice.address = try address(record)
        let country = practice.address.country ?? .unitedStates
        practice.phone = Self.phone(try text(.phone, record), country)
        practice.fax = Self.phone(try text(.fax, record), country)
        practice.specialties = String(
            taxonomies.compactMap { TherapySpecialty(rawValue: $0)?.name }.joined(separator: "; ").prefix(500))
        return ListedPractice(key: npi.digits, practice: practice, taxonomies: taxonomies)
    }

    /// The codes of therapy, the primary one first.
    private func therapies(_ record: CSVRecord) -> [String] {
        var codes: [String] = []
        for (code, isPrimary) in taxonomies {
            let bytes = record[code]
            guard bytes.count == 10 else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard TherapySpecialty(rawValue: text) != nil, !codes.contains(text) else { continue }
            codes.insert(text, at: record[isPrimary].first == UInt8(ascii: "Y") ? 0 : codes.count)
        }
        return codes
    }

    private mutating func text(_ column: Column, _ record: CSVRecord) throws(RowProblem.Reason) -> String {
        Substances.clean(try decoding.text(record[places[column.rawValue] ?? 0]))
    }

    /// The organisation, or the person with what they are: "JOHN Q SMITH JR., PTA".
    private mutating func name(_ record: CSVRecord) throws(RowProblem.Reason) -> String {
        var name = try text(.organization, record)
        if name.isEmpty {
            let parts = [
                try text(.first, record), try text(.middle, record), try text(.last, record), try text(.suffix, record),
            ]
            name = parts.filter { !$0.isEmpty }.joined(separator: " ")
            let credential = try text(.credential, record)
            if !credential.isEmpty, !name.isEmpty { name += ", \(credential)" }
        }
        guard (1...200).contains(name.unicodeScalars.count) else {
            throw .malformed(column: Column.organization.rawValue)
        }
        return name
    }

    private mutating func address(_ record: CSVRecord) throws(RowProblem.Reason) -> PostalAddress {
        let country = try text(.country, record)
        var typed = TypedAddress(
            street: try text(.street, record), city: try text(.city, record), state: try text(.state, record),
            postcode: try text(.postcode, record), country: country.isEmpty ? "US" : country.uppercased())
        let more = try text(.streetMore, record)
        if !more.isEmpty { typed.street += typed.street.isEmpty ? more : ", \(more)" }
        // "006120000" is a ZIP code whose four more digits nobody knows.
        if typed.country == "US", typed.postcode.utf8.count == 9, typed.postcode.hasSuffix("0000") {
            typed.postcode = String(typed.postcode.prefix(5))
        }
        var checks = FieldChecks()
        let address = PostalAddress.read(typed, checks: &checks)
        if let problem = checks.problems.first {
            let columns = ["street": Column.street, "city": .city, "state": .state, "postcode": .postcode]
            throw .malformed(column: (columns[problem.field] ?? .country).rawValue)
        }
        return address
    }

    /// Nil for a number that cannot be dialled: the address still leads there.
    private static func phone(_ text: String, _ country: Country) -> PhoneNumber? {
        var checks = FieldChecks()
        return checks.value(try PhoneNumber.read(text, in: country)) ?? nil
    }
}
