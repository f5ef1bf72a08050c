import Clinic
import Foundation

/// A MedicationKnowledge resource of FHIR R4 (https://hl7.org/fhir/R4/medicationknowledge.html), by itself or as an entry
/// of a Bundle. Other resources and such that are no longer in use are passed over.
struct FHIRMedicationKnowledge: JSONLayout {
    private static let rxNorm = "http://www.nlm.nih.gov/research/umls/rxnorm"
    private let decoder = JSONDecoder()
    private let isEntry: Bool
    private var ids: Set<UInt64> = []

    init(isEntry: Bool) { self.isEntry = isEntry }

    private struct Entry: Decodable { var resource: Resource? }

    private struct Resource: Decodable {
        var resourceType: String?
        var id: String?
        var status: String?
        var code: Concept?
        var synonym: JSONTexts?
        var doseForm: Concept?
        var intendedRoute: [Concept]?
        var ingredient: [Ingredient]?
        var medicineClassification: [Classification]?
        var indicationGuideline: [Guideline]?
        var administrationGuidelines: [Guideline]?
    }

    private struct Concept: Decodable {
        struct Coding: Decodable { var system: String?; var code: String?; var display: String? }
        var coding: [Coding]?
        var text: String?

        var name: String {
            Substances.clean(String((text ?? coding?.lazy.compactMap(\.display).first ?? "").prefix(500)))
        }
    }

    private struct Ingredient: Decodable {
        struct Reference: Decodable { var display: String? }
        struct Ratio: Decodable { var numerator: Quantity?; var denominator: Quantity? }
        struct Quantity: Decodable { var value: Decimal?; var unit: String? }
        var itemCodeableConcept: Concept?
        var itemReference: Reference?
        var isActive: Bool?
        var strength: Ratio?

        var name: String {
            itemCodeableConcept?.name ?? Substances.clean(String((itemReference?.display ?? "").prefix(500)))
        }
    }

    private struct Classification: Decodable { var classification: [Concept]? }

    private struct Guideline: Decodable { var indicationCodeableConcept: Concept? }

    mutating func row(of object: Data) throws(RowProblem.Reason) -> ListedMedication? {
        let resource: Resource?
        do {
            resource =
                isEntry
                ? try decoder.decode(Entry.self, from: object).resource
                : try decoder.decode(Resource.self, from: object)
        } catch {
            throw .notJSON
        }
        guard let resource, resource.resourceType == "MedicationKnowledge",
            resource.status != "entered-in-error", resource.status != "inactive"
        else { return nil }
        guard var row = Self.named(resource) else { throw .malformed(column: "code") }
        if let id = resource.id, !ids.insert(Fingerprint.of(id)).inserted { throw .duplicate(String(id.prefix(100))) }
        row.otherNames += (resource.synonym?.texts ?? []).map { Substances.clean(String($0.prefix(500))) }
        row.otherNames.removeAll { $0.isEmpty || $0.lowercased() == row.name }
        if let form = resource.doseForm?.name, !form.isEmpty { row.forms = [form] }
        row.routes = Self.names(resource.intendedRoute)
        row.classes = (resource.medicineClassification ?? []).flatMap { Self.names($0.classification) }
        let guidelines = (resource.indicationGuideline ?? []) + (resource.administrationGuidelines ?? [])
        row.purposes = Self.names(guidelines.compactMap(\.indicationCodeableConcept))
        row.rxcui = resource.code?.coding?.first { $0.system == Self.rxNorm }?.code
        return row
    }

    /// By its active substances; else by what the code says, which may be a product of RxNorm.
    private static func named(_ resource: Resource) -> ListedMedication? {
        let code = resource.code?.name ?? ""
        let active = (resource.ingredient ?? []).filter { $0.isActive != false && !$0.name.isEmpty }
        if !active.isEmpty, active.count <= 12, let name = Substances.name(active.map(\.name)) {
            var row = ListedMedication(name: name)
            let strengths = active.compactMap(strength)
            if strengths.count == active.count { row?.strengths = [strengths.joined(separator: " / ")] }
            if !code.isEmpty { row?.otherNames = [code] }
            return row
        }
        if let parsed = ClinicalDrugName(code), let row = ListedMedication(parsed) { return row }
        return Substances.name(code.split(separator: "/").map(String.init)).flatMap(ListedMedication.init(name:))
    }

    private static func strength(_ ingredient: Ingredient) -> String? {
        guard let ratio = ingredient.strength, let value = ratio.numerator?.value, let unit = ratio.numerator?.unit
        else {
            return nil
        }
        let whole = ratio.denominator.flatMap { $0.unit.map { "/\($0)" } } ?? ""
        return Substances.clean("\(value) \(unit)\(whole == "/1" ? "" : whole)")
    }

    private static func names(_ concepts: [Concept]?) -> [String] {
        (concepts ?? []).prefix(200).map(\.name).filter { !$0.isEmpty }
    }
}
