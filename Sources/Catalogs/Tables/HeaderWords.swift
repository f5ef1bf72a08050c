import Clinic

/// What the words of a header mean, in English and German. They are compared without case, accents and punctuation.
enum HeaderWords {
    typealias Field = ColumnMatching.Field

    /// Words that only a list of medicines has for its names.
    static let medicine: Set<String> = [
        "medication", "medication name", "medicine", "medicine name", "drug", "drug name", "generic", "generic name",
        "substance", "active ingredient", "active substance", "medikament", "medikamente", "arzneimittel",
        "arzneistoff",
        "wirkstoff", "wirkstoffe", "wirkstoffname", "substanz", "arznei", "medikamentenname", "arzneimittelname",
    ]
    /// Words that only a list of practices has for its names.
    static let practice: Set<String> = [
        "practice", "practice name", "clinic", "clinic name", "facility", "facility name", "praxis", "praxisname",
        "name der praxis", "therapiepraxis", "physiotherapiepraxis", "einrichtung", "klinik",
        "provider organization name",
    ]
    /// Words of lists of people, which are neither.
    static let people: Set<String> = [
        "first name", "last name", "given name", "family name", "surname", "vorname", "nachname", "birthday",
        "date of birth", "dob", "birth date", "geburtstag", "geburtsdatum", "patient", "patient id", "patient name",
        "patientin", "mrn", "gender", "sex", "geschlecht", "company", "job title", "firma", "anrede", "family",
        "group membership",
    ]

    /// Words that may mean the name of anything.
    static let general: Set<String> = ["name", "names", "bezeichnung"]

    static let medications: [Field: [String]] = [
        .brands: [
            "brands", "brand", "brand name", "brand names", "trade name", "trade names", "handelsname", "handelsnamen",
            "marke", "marken", "markenname", "markennamen", "praparat", "praparate", "proprietary name",
        ],
        .otherNames: [
            "other names", "also", "also known as", "aliases", "alias", "synonyms", "synonym", "synonyme",
            "andere namen",
            "auch", "auch bekannt als", "inn", "international name",
        ],
        .classes: [
            "class", "classes", "drug class", "epc class", "pharmacologic class", "therapeutic class", "category",
            "klasse", "klassen", "wirkstoffklasse", "wirkstoffgruppe", "arzneimittelgruppe", "gruppe", "kategorie",
        ],
        .purposes: [
            "used for", "purpose", "purposes", "indication", "indications", "use", "uses", "treats", "what it is for",
            "indikation", "indikationen", "anwendung", "anwendungsgebiet", "anwendungsgebiete", "zweck", "wofur",
            "gegen",
        ],
        .forms: [
            "form", "forms", "dose form", "dose forms", "dosage form", "dosage forms", "darreichungsform",
            "darreichungsformen", "arzneiform", "formen",
        ],
        .routes: [
            "route", "routes", "route of administration", "administration route", "weg", "verabreichung",
            "verabreichungsweg", "applikation", "applikationsweg", "art der anwendung",
        ],
        .strengths: [
            "strength", "strengths", "dose", "doses", "dosage", "dosages", "starke", "starken", "wirkstarke",
            "wirkstarken",
            "dosis", "dosierung",
        ],
        .effects: [
            "side effects", "side effect", "side effects common", "common side effects", "adverse effects",
            "adverse reactions", "adverse events", "nebenwirkung", "nebenwirkungen", "unerwunschte wirkungen",
            "haufige nebenwirkungen",
        ],
        .rxcui: ["rxcui", "rxnorm", "rxnorm code", "rx cui", "rxnorm id"],
        .ndc: ["ndc", "ndcs", "product ndc", "productndc", "ndc code"],
        .schedule: ["schedule", "dea schedule", "controlled", "deaschedule", "dea"],
    ]

    static let interactions: [Field: [String]] = [
        .first: [
            "drug a", "drug 1", "drug1", "druga", "first drug", "medication a", "medication 1", "medicine a",
            "medicine 1",
            "wirkstoff a", "wirkstoff 1", "medikament a", "medikament 1", "arzneimittel a", "arzneimittel 1",
            "substance a",
            "substance 1", "name a", "object drug", "drug",
        ],
        .second: [
            "drug b", "drug 2", "drug2", "drugb", "second drug", "medication b", "medication 2", "medicine b",
            "medicine 2",
            "wirkstoff b", "wirkstoff 2", "medikament b", "medikament 2", "arzneimittel b", "arzneimittel 2",
            "substance b",
            "substance 2", "name b", "precipitant drug", "interacts with", "interacting drug",
        ],
        .severity: [
            "level", "severity", "risk", "risk level", "interaction level", "schweregrad", "schwere", "stufe",
            "relevanz",
            "risiko", "grade",
        ],
        .text: [
            "description", "interaction", "effect", "effects", "text", "comment", "management", "advice", "mechanism",
            "beschreibung", "wirkung", "wechselwirkung", "hinweis", "massnahme", "folge", "kommentar",
        ],
    ]

    static let practices: [Field: [String]] = [
        .contact: [
            "contact", "contact person", "attention", "ansprechpartner", "ansprechpartnerin", "kontakt", "therapist",
        ],
        .street: [
            "street", "address", "street address", "address 1", "address line 1", "address1", "strasse", "adresse",
            "anschrift", "strasse und hausnummer", "strasse nr", "strasse hausnummer",
        ],
        .streetMore: ["address 2", "address line 2", "address2", "suite", "unit", "adresszusatz", "zusatz"],
        .city: ["city", "town", "ort", "stadt", "wohnort"],
        .state: ["state", "province", "region", "bundesland", "kanton", "land bundesland"],
        .postcode: ["zip", "zip code", "zipcode", "postcode", "postal code", "postalcode", "plz", "postleitzahl"],
        .country: ["country", "land", "staat"],
        .phone: ["phone", "phone number", "telephone", "tel", "telefon", "telefonnummer", "rufnummer"],
        .fax: ["fax", "fax number", "telefax", "faxnummer"],
        .email: ["email", "e mail", "email address", "e mail address", "mail", "e mail adresse", "emailadresse"],
        .npi: ["npi", "npi number"],
        .specialties: [
            "specialty", "specialties", "speciality", "specialities", "specialization", "taxonomy", "services", "focus",
            "fachgebiet", "fachgebiete", "fachrichtung", "schwerpunkt", "schwerpunkte", "spezialisierung", "leistungen",
        ],
        .latitude: ["latitude", "lat", "breite", "breitengrad", "geografische breite"],
        .longitude: ["longitude", "lon", "long", "lng", "lange", "langengrad", "geografische lange"],
        .notes: ["notes", "note", "comment", "comments", "remarks", "notizen", "bemerkung", "bemerkungen", "hinweise"],
    ]

    /// A header as it is compared: its letters and digits, folded. `Drug_A` → `druga`, `Straße` → `strasse`.
    static func folded(_ header: String) -> String { SearchText.words(header).joined() }

    /// The columns whose header says a field of a layout; of two that say the same the first.
    static func matched(
        _ headers: [String], _ words: [Field: [String]], names: Set<String>
    ) -> [Field: Int] {
        var meaning: [String: Field] = [:]
        for (field, phrases) in words { for phrase in phrases { meaning[phrase.filter { $0 != " " }] = field } }
        for name in names { meaning[name.filter { $0 != " " }] = .name }
        var columns: [Field: Int] = [:]
        for (place, header) in headers.enumerated() {
            guard let field = meaning[folded(header)], columns[field] == nil else { continue }
            columns[field] = place
        }
        return columns
    }

    static func says(_ headers: [String], _ words: Set<String>) -> Bool {
        let words = Set(words.map { $0.filter { $0 != " " } })
        return headers.contains { words.contains(folded($0)) }
    }
}
