import Clinic
import Foundation

/// Why something in a FHIR resource cannot be kept as it is meant.
package struct Unreadable: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// Not what FHIR allows at this place.
        case malformed
        /// One of FHIR's own rules is broken: `tim-9`.
        case invariant(String)
        /// Allowed, but nothing here stands for it.
        case unsupported
        /// A unit or a code that is not known.
        case unknown(String)
        /// It says something else than another part does.
        case contradictory
    }

    /// Where, as a FHIRPath without indices of its own: `timing.repeat.offset`.
    package let path: String
    package let reason: Reason

    package init(_ path: String, _ reason: Reason) {
        self.path = path
        self.reason = reason
    }
}

/// Reads the parts of one FHIR element and knows which were not asked for, so that nothing is left out unseen.
struct ElementReader {
    let path: String
    private var fields: [String: JSONValue]

    init(_ value: JSONValue, _ path: String) throws(Unreadable) {
        guard case .object(let fields) = value else { throw Unreadable(path, .malformed) }
        self.path = path
        self.fields = fields
        self.fields["id"] = nil
    }

    func unreadable(_ name: String, _ reason: Unreadable.Reason) -> Unreadable { Unreadable("\(path).\(name)", reason) }

    mutating func take(_ name: String) -> JSONValue? { fields.removeValue(forKey: name) }

    func has(_ name: String) -> Bool { fields[name] != nil }

    mutating func element(_ name: String) throws(Unreadable) -> ElementReader? {
        guard let value = take(name) else { return nil }
        return try ElementReader(value, "\(path).\(name)")
    }

    /// An array, or one value alone where FHIR's versions differ.
    mutating func list(_ name: String) throws(Unreadable) -> [JSONValue] {
        switch take(name) {
        case nil: return []
        case .array(let values)?:
            guard !values.isEmpty else { throw unreadable(name, .malformed) }
            return values
        case let value?: return [value]
        }
    }

    mutating func elements(_ name: String) throws(Unreadable) -> [ElementReader] {
        var readers: [ElementReader] = []
        for value in try list(name) { readers.append(try ElementReader(value, "\(path).\(name)")) }
        return readers
    }

    mutating func text(_ name: String) throws(Unreadable) -> String? {
        switch take(name) {
        case nil: return nil
        case .string(let text)? where !text.isEmpty: return text
        default: throw unreadable(name, .malformed)
        }
    }

    mutating func texts(_ name: String) throws(Unreadable) -> [String] {
        var texts: [String] = []
        for value in try list(name) {
            guard case .string(let text) = value, !text.isEmpty else { throw unreadable(name, .malformed) }
            texts.append(text)
        }
        return texts
    }

    mutating func bool(_ name: String) throws(Unreadable) -> Bool? {
        switch take(name) {
        case nil: return nil
        case .bool(let bool)?: return bool
        default: throw unreadable(name, .malformed)
        }
    }

    mutating func decimal(_ name: String) throws(Unreadable) -> Decimal? {
        switch take(name) {
        case nil: return nil
        case .number(let number)?: return number
        default: throw unreadable(name, .malformed)
        }
    }

    /// A whole number from `least` on.
    mutating func integer(_ name: String, from least: Int = 1) throws(Unreadable) -> Int? {
        guard let number = try decimal(name) else { return nil }
        guard number == number.rounded(places: 0), number >= Decimal(least), number <= 1_000_000_000 else {
            throw unreadable(name, .malformed)
        }
        return NSDecimalNumber(decimal: number).intValue
    }

    /// A value that is counted or measured, exactly: more than zero.
    mutating func value(_ name: String) throws(Unreadable) -> DoseValue? {
        guard let number = try decimal(name) else { return nil }
        guard let value = DoseValue(number) else { throw unreadable(name, number <= 0 ? .malformed : .unsupported) }
        return value
    }

    /// Everything must have been asked for.
    func finish() throws(Unreadable) {
        if let name = fields.keys.min() { throw unreadable(name, .unsupported) }
    }

    /// The words of a CodeableConcept: its text, else what its codings are called.
    mutating func words(_ name: String) throws(Unreadable) -> String? {
        guard let value = take(name) else { return nil }
        guard let words = try Self.words(of: value, "\(path).\(name)") else { throw unreadable(name, .unsupported) }
        return words
    }

    static func words(of value: JSONValue, _ path: String) throws(Unreadable) -> String? {
        var concept = try ElementReader(value, path)
        if let text = try concept.text("text") { return text }
        for var coding in try concept.elements("coding") {
            if let display = try coding.text("display") { return display }
        }
        return nil
    }
}
