import Clinic

/// A name of RxNorm taken apart: `24 HR amlodipine 5 MG / benazepril 10 MG Oral Capsule [Lotrel]`.
struct ClinicalDrugName {
    private(set) var substances: [String] = []
    /// One for each substance, in small letters with a plain unit: `5 mg`.
    private(set) var strengths: [String] = []
    /// `Oral Capsule`; empty where there is none.
    private(set) var form = ""
    private(set) var brand: String?

    /// - Returns: nil for packs and for names without a strength and a known form.
    init?(_ text: String) {
        var text = text
        guard !text.hasPrefix("{") else { return nil }
        if text.hasSuffix("]"), let start = text.lastIndex(of: "[") {
            let name = Substances.clean(String(text[text.index(after: start)...].dropLast()))
            brand = name.isEmpty ? nil : name
            text = String(text[..<start])
        }
        for component in Substances.words(text).split(separator: "/") { add(Array(component)) }
        guard !substances.isEmpty else { return nil }
        if strengths.isEmpty {
            guard separateForm() else { return nil }
        }
    }

    /// Words as substance, number, unit and, behind the last, form.
    private mutating func add(_ words: [String]) {
        let words = Self.withoutQuantity(words)
        let place = words.indices.dropLast().last { Self.isNumber(words[$0]) && Self.isUnit(words[$0 + 1]) }
        guard let place, place > 0 else {
            if !words.isEmpty { substances.append(words.joined(separator: " ")) }
            return
        }
        substances.append(words[..<place].joined(separator: " "))
        strengths.append("\(words[place]) \(words[place + 1].lowercased())")
        form = words[(place + 2)...].joined(separator: " ")
    }

    /// Without what the whole holds: `24 HR`, `0.5 ML`.
    private static func withoutQuantity(_ words: [String]) -> [String] {
        guard words.count > 3, isNumber(words[0]), ["HR", "ML", "ACTUAT", "MG"].contains(words[1]) else { return words }
        return withoutQuantity(Array(words[2...]))
    }

    /// Takes a known form off the end of a name without strengths: `amlodipine / benazepril Oral Capsule`.
    private mutating func separateForm() -> Bool {
        guard let last = substances.last, let form = Self.forms.first(where: { last.hasSuffix(" \($0)") }) else {
            return false
        }
        self.form = form
        substances[substances.count - 1] = String(last.dropLast(form.count + 1))
        return true
    }

    private static func isNumber(_ word: String) -> Bool {
        word.utf8.first.map { (0x30...0x39).contains($0) || $0 == 0x2E } ?? false
            && word.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2C }
    }

    private static func isUnit(_ word: String) -> Bool {
        guard let unit = word.utf8.split(separator: 0x2F).first else { return false }
        return units.contains(String(Substring(unit))) && !word.utf8.contains { (0x61...0x7A).contains($0) }
    }

    private static let units: Set<String> = [
        "MG", "MCG", "NG", "G", "KG", "UNT", "MUNT", "MEQ", "MMOL", "MOL", "ML", "L", "%", "PERCENT", "CELLS", "MCI",
        "UCI",
        "BAU", "AU", "PNU", "PFU", "[PFU]", "IU", "IR", "CFU", "VECTOR", "AMB",
    ]

    /// Longer ones before those they end with.
    private static let forms = [
        "Extended Release Oral Tablet", "Delayed Release Oral Tablet", "Disintegrating Oral Tablet",
        "Extended Release Oral Capsule", "Delayed Release Oral Capsule", "Chewable Tablet", "Sublingual Tablet",
        "Effervescent Oral Tablet", "Vaginal Tablet", "Buccal Tablet", "Oral Tablet", "Oral Capsule", "Oral Solution",
        "Oral Suspension", "Extended Release Suspension", "Oral Powder", "Oral Granules", "Oral Gel", "Oral Paste",
        "Oral Lozenge", "Oral Film", "Oral Spray", "Oral Cream", "Injectable Solution", "Injectable Suspension",
        "Prefilled Syringe", "Auto-Injector", "Pen Injector", "Cartridge", "Injection", "Inhalation Solution",
        "Inhalation Powder", "Dry Powder Inhaler", "Metered Dose Inhaler", "Nasal Spray", "Nasal Inhaler",
        "Nasal Solution", "Ophthalmic Solution", "Ophthalmic Suspension", "Ophthalmic Ointment", "Ophthalmic Gel",
        "Otic Solution", "Otic Suspension", "Topical Cream", "Topical Ointment", "Topical Gel", "Topical Lotion",
        "Topical Solution", "Topical Foam", "Topical Spray", "Topical Oil", "Topical Powder", "Medicated Patch",
        "Medicated Shampoo", "Transdermal System", "Rectal Suppository", "Rectal Cream", "Rectal Ointment",
        "Rectal Foam",
        "Vaginal Cream", "Vaginal Gel", "Vaginal Insert", "Vaginal System", "Enema", "Mouthwash", "Chewing Gum",
        "Drug Implant", "Irrigation Solution",
    ]
}

extension ListedMedication {
    /// What a name of RxNorm says; nil for one that names no medicine.
    init?(_ name: ClinicalDrugName) {
        guard let text = Substances.name(name.substances) else { return nil }
        self.init(name: text)
        brands = name.brand.map { [$0] } ?? []
        forms = name.form.isEmpty ? [] : [name.form]
        strengths = name.strengths.isEmpty ? [] : [name.strengths.joined(separator: " / ")]
    }
}
