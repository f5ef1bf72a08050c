import Clinic
import Hummingbird
import Rendering
import Sending
import Store

/// Practices around the patient of a prescription, or around any ZIP code.
struct NearbyHandlers {
    let site: Site

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let query = request.query
        let around = try await site.surroundings(ofQuery: query, context)
        let form = NearbyForm(query)
        let start = try await start(around, context)
        let home = try await site.homeCountry(context)
        var reading = form.reading(usualZIP: start.zip, usualUnit: site.clinic.distanceUnit ?? .usual(in: home))
        var area: PostalArea?
        if let zip = reading.zip, !zip.isMilitary {
            area = try await site.database.postalArea(zip)
            if area == nil {
                reading.problems.append(Problem("zip", "practices.problem.zip-unknown", ["zip": zip.digits]))
            }
        }
        var found: NearbyPractices?
        var origin: StreetOrigin?
        if let area, reading.problems.isEmpty {
            let from = try await self.origin(area, reading, around?.patient, context)
            origin = from
            var wanted = NearbyQuery(center: from.point, metres: reading.radius.metres, account: context.account.id)
            wanted.narrow(to: form.name)
            wanted.specialty = reading.specialty
            wanted.order = reading.order
            found = try await site.database.practices(near: wanted)
        }
        if request.wantsJSON { return try json(reading, area, origin, found, start, context) }
        let page = NearbyPage(
            NearbyPage.Search(
                form: form, reading: reading, area: area, origin: origin, found: found, start: start), around,
            credits: try await site.database.postalAreaLayouts(), home: home,
            words: site.words(context))
        return try site.response(page, context, status: reading.problems.isEmpty ? .ok : .unprocessableContent)
    }

    /// Where a search begins that names no ZIP code.
    struct Start: Sendable {
        let zip: ZIPCode?
        /// Why there is none of the patient's; nil where there is one, or no prescription.
        let gap: Gap?

        enum Gap: Sendable {
            case noPatient
            case noCode(Patient)
            case abroad(Patient)
        }
    }

    /// The patient's ZIP code; outside of a prescription the clinic's, else that of whoever asks.
    private func start(_ around: DraftSurroundings?, _ context: ClinicianContext) async throws -> Start {
        guard around == nil else {
            guard let patient = around?.patient else { return Start(zip: nil, gap: .noPatient) }
            let address = patient.address
            if let zip = ZIPCode(address) { return Start(zip: zip, gap: nil) }
            let isAbroad = address.country != nil && address.country != .unitedStates && !address.isBlank
            return Start(zip: nil, gap: isAbroad ? .abroad(patient) : .noCode(patient))
        }
        if let zip = ZIPCode(site.clinic.address) { return Start(zip: zip, gap: nil) }
        let provider = try await site.database.provider(of: context.account.id)?.provider
        return Start(zip: provider.flatMap { ZIPCode($0.address) }, gap: nil)
    }

    /// Where distances are counted from: the patient's street while the search is around the patient's own ZIP code and a
    /// geocoder knows it, else the middle of the ZIP code.
    private func origin(
        _ area: PostalArea, _ reading: NearbyForm.Reading, _ patient: Patient?, _ context: ClinicianContext
    ) async throws -> StreetOrigin {
        guard let patient, let street = StreetAddress(patient.address), street.zip == reading.zip else {
            return StreetOrigin(point: area.center)
        }
        return try await site.streets.origin(of: street, around: area.center, for: patient.id, by: context.actor)
    }

    private func json(
        _ reading: NearbyForm.Reading, _ area: PostalArea?, _ origin: StreetOrigin?, _ found: NearbyPractices?,
        _ start: Start, _ context: ClinicianContext
    ) throws -> Response {
        let words = site.words(context)
        guard let area, let origin, let found else {
            let missing = Problem("zip", start.gap?.message ?? "practices.problem.zip-missing")
            let problems = reading.problems.isEmpty ? [missing] : reading.problems
            return try Responses.json(
                NearbyJSON.Refusal(
                    problems: problems.map { .init(field: $0.field, problem: $0.message, message: words($0)) }),
                status: .unprocessableContent)
        }
        return try Responses.json(NearbyJSON(reading, area, origin, found))
    }
}

extension NearbyHandlers.Start.Gap {
    var message: String {
        switch self {
        case .noPatient: "practices.gap.no-patient"
        case .noCode: "practices.gap.no-zip"
        case .abroad: "practices.gap.abroad"
        }
    }
}

/// Practices nearby for programs.
struct NearbyJSON: Encodable {
    struct Line: Encodable {
        let id: String
        let name: String
        let distance: Double
        let unit: String
        let city: String
        /// E.164.
        let phone: OrNull<String>
        let favourite: Bool
        /// Prescriptions in force with which the clinic sent somebody there.
        let referrals: Int
        /// The median of the days from signature to the first report; null without a report.
        let reportDays: OrNull<Double>
    }

    struct Refusal: Encodable {
        struct Line: Encodable {
            let field: String
            let problem: String
            let message: String
        }

        let problems: [Line]
    }

    let zip: String
    let city: String
    /// `street` or `zip`: where distances are counted from.
    let from: String
    /// Why not from the street: `failed`, `unknown`, `far`; null where it is, and where nobody was to be asked.
    let gap: OrNull<String>
    let radius: Double
    let unit: String
    /// Whether there are more inside the radius.
    let more: Bool
    let practices: [Line]

    init(_ reading: NearbyForm.Reading, _ area: PostalArea, _ origin: StreetOrigin, _ found: NearbyPractices) {
        let unit = reading.radius.unit
        zip = area.code
        city = area.city
        from = origin.isStreet ? "street" : "zip"
        gap = OrNull(origin.gap?.rawValue)
        radius = Double(reading.radius.tenths) / 10
        self.unit = unit.rawValue
        more = found.isCut
        practices = found.practices.map { near in
            Line(
                id: near.reference.text, name: near.practice.name, distance: near.distance.rounded(in: unit),
                unit: unit.rawValue, city: near.practice.address.city, phone: OrNull(near.practice.phone?.stored),
                favourite: near.favourite != nil, referrals: near.referrals, reportDays: OrNull(near.reportDays))
        }
    }
}
