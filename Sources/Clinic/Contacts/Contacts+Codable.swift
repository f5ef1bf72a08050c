// One text per value, so that a copy inside a signed prescription stays readable by itself.

extension PhoneNumber: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.valueFromText("an E.164 number") { PhoneNumber(stored: $0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(stored)
    }
}

extension EmailAddress: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.valueFromText("an e-mail address") { EmailAddress($0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension NationalProviderIdentifier: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.valueFromText("an NPI") { NationalProviderIdentifier($0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(digits)
    }
}

extension Country: Codable {
    package init(from decoder: any Decoder) throws {
        self = try decoder.valueFromText("an ISO 3166-1 code") { Country(code: $0) }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}

extension Decoder {
    /// A value that is written as one text.
    /// - Throws: `DecodingError.dataCorrupted` when the text is not `kind`.
    fileprivate func valueFromText<Value>(_ kind: String, _ read: (String) -> Value?) throws -> Value {
        let container = try singleValueContainer()
        guard let value = read(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not \(kind)")
        }
        return value
    }
}
