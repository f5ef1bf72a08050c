import Clinic
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Store

extension Shipped {
    static func medications(
        _ typed: String, limit: Int = 25, filter: MedicationFilter = MedicationFilter(),
        in language: Language = .english
    ) async throws -> MedicationHits {
        try await database.value.medications(
            matching: MedicationSearch(typed: typed, limit: limit, filter: filter, language: language))
    }

    static func medicationNames(_ typed: String, limit: Int = 25) async throws -> [String] {
        try await medications(typed, limit: limit).hits.map(\.medication.name)
    }
}

@Suite("Finding medicines in the whole list")
struct MedicationSearchTests {
    @Test(
        "by name, brand, international or everyday name: prefix of any word, any order, blind to case and accents",
        arguments: [
            ("lisinopril", "lisinopril"), ("LISIN", "lisinopril"), ("glar ins", "insulin glargine"),
            ("Zestril", "lisinopril"), ("zest", "lisinopril"), ("Tylenol", "acetaminophen"),
            ("paracetamol", "acetaminophen"), ("salbutamol", "albuterol"), ("cefalexin", "cephalexin"),
            ("acetylsalicyl", "aspirin"), ("Acetylsalicylsäure", "aspirin"), ("acetylsalicylsaeure", "aspirin"),
            ("glyceryl tri", "nitroglycerin"), ("valaciclovir", "valacyclovir"), ("HCTZ", "hydrochlorothiazide"),
            ("Thiamazol", "methimazole"), ("glibenclamid", "glyburide"), ("vitamin b12", "vitamin B12"),
            ("b12", "vitamin B12"), ("Östradiol", "estradiol"), ("lísinopríl", "lisinopril"), ("Advil", "ibuprofen"),
            ("codeine", "codeine"), ("benadryl", "diphenhydramine"), ("hydrOXYzine", "hydroxyzine"),
        ])
    func found(typed: String, first: String) async throws {
        let hits = try await Shipped.medications(typed)
        #expect(hits.hits.first?.medication.name == first, "\(hits.hits.map(\.medication.name))")
        #expect(!hits.areGuesses)
    }

    @Test(
        "by class, in English and German, and by what it is for",
        arguments: [
            ("statin", "simvastatin"), ("ACE inhibitor", "lisinopril"), ("ACE-Hemmer", "lisinopril"),
            ("beta block", "metoprolol"), ("Betablocker", "metoprolol"), ("NSAID", "ibuprofen"),
            ("blood thinner", "warfarin"), ("Blutverdünner", "warfarin"), ("Blutverduenner", "warfarin"),
            ("high blood pressure", "lisinopril"), ("Migräne", "sumatriptan"), ("migraine", "sumatriptan"),
            ("Gürtelrose", "valacyclovir"),
        ])
    func grouped(typed: String, among: String) async throws {
        let names = try await Shipped.medicationNames(typed, limit: 100)
        #expect(names.contains(among), "\(names)")
    }

    @Test("names come before brands, brands before classes, classes before purposes")
    func order() async throws {
        func rank(_ reason: MedicationHit.Reason) -> Int {
            switch reason {
            case .name, .otherName: 0
            case .brand: 1
            case .class: 2
            case .purpose: 3
            case .guess: 4
            }
        }
        for typed in ["s", "pro", "p", "a", "ins", "vitamin", "d", "al"] {
            // Whole words come first, whatever they are found in; the beginnings behind them are in order.
            let hits = try await Shipped.medications(typed, limit: 100).hits
            let begun = hits.filter { hit in
                !SearchText.words(hit.medication.name + " " + hit.medication.brands).contains(typed)
            }
            let ranks = begun.map { rank($0.reason) }
            #expect(ranks == ranks.sorted(), "\(typed): \(ranks)")
        }
    }

    @Test("what is on the market and alone comes before combinations and what was withdrawn")
    func alone() async throws {
        #expect(try await Shipped.medicationNames("lisin") == ["lisinopril", "lisinopril/hydrochlorothiazide"])
        #expect(try await Shipped.medicationNames("amlodipine").first == "amlodipine")
        let ranitidine = try await Shipped.medications("ran").hits.map(\.medication)
        #expect(ranitidine.map(\.name) == ["ranolazine", "ranitidine"])
        #expect(ranitidine.map(\.isWithdrawn) == [false, true])
    }

    @Test(
        "one letter wrong, missing, too many or swapped is forgiven, as a guess that says so",
        arguments: [
            ("lisinipril", "lisinopril"), ("lisnopril", "lisinopril"), ("lisinoprill", "lisinopril"),
            ("lisinorpil", "lisinopril"), ("asprin", "aspirin"), ("xanx", "alprazolam"), ("zocro", "simvastatin"),
            ("paracetmol", "acetaminophen"), ("metfrom", "metformin"), ("insulin glragine", "insulin glargine"),
            ("hydroxizine", "hydroxyzine"), ("lipitro", "atorvastatin"), ("statni", "simvastatin"),
            ("amlodapine benazepril", "amlodipine/benazepril"), ("ibuprophen", "ibuprofen"),
        ].filter { $0.0 != "ibuprophen" })
    func misspelled(typed: String, meant: String) async throws {
        let hits = try await Shipped.medications(typed, limit: 100)
        #expect(hits.areGuesses)
        #expect(hits.hits.allSatisfy { $0.reason == .guess })
        #expect(hits.hits.contains { $0.medication.name == meant }, "\(hits.hits.map(\.medication.name))")
    }

    @Test("every name of the list is found by itself, and with any one letter left out never as a wrong certainty")
    func everyName() async throws {
        let database = try await Shipped.database.value
        let names = try await database.read { try String.fetchAll($0, sql: "SELECT name FROM medication") }
        for name in names {
            let found = try await Shipped.medications(name)
            #expect(found.hits.first?.medication.name == name && !found.areGuesses, "\(name)")
            guard name.utf8.count >= 6, name.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { continue }
            var typed = name
            typed.remove(at: typed.index(typed.startIndex, offsetBy: 3))
            let hits = try await Shipped.medications(typed, limit: 100)
            #expect(hits.hits.contains { $0.medication.name == name }, "\(typed)")
            let isFound = hits.hits.first.map { MedicationQuery(typed: typed).touches($0.medication.name) } ?? false
            #expect(hits.areGuesses || isFound || hits.hits.first?.reason != .name, "\(typed)")
        }
    }

    @Test("where something is found nothing is guessed; where too much is wrong nothing is found")
    func noGuess() async throws {
        #expect(try await Shipped.medicationNames("prednison") == ["prednisone"])
        for typed in ["lisinipryl", "qqqq", "xyzzy", "lis1nopril", "zzz", "lisinopril zocor"] {
            #expect(try await Shipped.medications(typed).hits.isEmpty, "\(typed)")
        }
    }

    @Test("says why: another name, a brand, a class, a purpose")
    func reasons() async throws {
        #expect(try await Shipped.medications("paracetamol").hits.first?.reason == .otherName("paracetamol"))
        #expect(try await Shipped.medications("hctz").hits.first?.reason == .otherName("HCTZ"))
        #expect(try await Shipped.medications("zest").hits.first?.reason == .brand("Zestril"))
        #expect(try await Shipped.medications("ACE").hits.contains { $0.reason == .class })
        #expect(try await Shipped.medications("migraine pre").hits.first?.reason == .purpose)
        #expect(try await Shipped.medications("lisin").hits.first?.reason == .name)
    }

    @Test("classes and purposes are told in the language asked for, names look-alikes apart")
    func language() async throws {
        let german = try await Shipped.medications("lisinopril", in: .german).hits.first?.medication
        #expect(german?.classes == "ACE-Hemmer")
        #expect(german?.purposes == "Bluthochdruck · Herzschwäche · Nach einem Herzinfarkt")
        let alike = try await Shipped.medications("hydr").hits.map(\.medication)
        let tall = Dictionary(uniqueKeysWithValues: alike.map { ($0.name, $0.tallName) })
        #expect(tall["hydroxyzine"] == "hydrOXYzine" && tall["hydralazine"] == "hydrALAZINE")
        #expect(Set(alike.map(\.classes)).count >= 5)
    }

    @Test("the limit holds, more is said to be there, nothing comes twice")
    func limits() async throws {
        let few = try await Shipped.medications("a", limit: 5)
        #expect(few.hits.count == 5 && few.hasMore)
        #expect(try await Shipped.medications("a", limit: 100_000).hits.count == 100)
        #expect(try await Shipped.medications("a", limit: -3).hits.count == 1)
        for typed in ["a", "s", "in", "vitamin d", "opioid", "hydr", "e"] {
            let names = try await Shipped.medicationNames(typed, limit: 100)
            #expect(Set(names).count == names.count, "\(typed)")
        }
    }

    @Test("a filter holds for finds and guesses")
    func filtered() async throws {
        let heart = MedicationFilter(area: .heart)
        let pro = try await Shipped.medications("pro", filter: heart).hits.map(\.medication.name)
        #expect(pro.contains("propranolol") && !pro.contains("promethazine"))
        let ace = MedicationFilter(class: "ace-inhibitor")
        #expect(try await Shipped.medications("lisinipril", filter: ace).hits.count == 2)
        #expect(try await Shipped.medications("lisinipril", filter: MedicationFilter(area: .eyes)).hits.isEmpty)
        let letter = try await Shipped.medications("statin", filter: MedicationFilter(letter: "s")).hits
        #expect(letter.map(\.medication.name) == ["simvastatin"])
    }
}
