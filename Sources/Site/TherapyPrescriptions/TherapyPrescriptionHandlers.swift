import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// Beginning, listing, opening and clearing prescriptions.
struct TherapyPrescriptionHandlers {
    let site: Site

    func index(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let status = PrescriptionStatus(rawValue: request.query("status"))
        let number = PrescriptionNumber(request.query("number"))
        if let number, let id = try await site.database.therapyPrescription(number: number) {
            return Responses.redirect(to: "/prescriptions/\(id)")
        }
        let course = status == nil ? CourseFilter(name: request.query("course")) : nil
        let page = PrescriptionIndexPage(
            try await lines(status, course, request, context), pageLength: Self.pageLength,
            filter: PrescriptionFilter(
                status: status, course: course, counts: try await site.database.courseCounts(today: site.today)),
            typed: String(request.query("number").prefix(40)), words: PrescriptionWords(site, context))
        return try site.response(page, context)
    }

    /// One more than a page has, so that it is known whether there are older ones.
    private func lines(
        _ status: PrescriptionStatus?, _ course: CourseFilter?, _ request: Request, _ context: ClinicianContext
    ) async throws -> [TherapyPrescriptionSummary] {
        let (before, limit) = (PrescriptionNumber(request.query("before")), Self.pageLength + 1)
        if status == .draft { return try await site.database.therapyPrescriptionDrafts(of: context.account.id) }
        if let course {
            return try await site.database.therapyPrescriptions(
                course, today: site.today, before: before, limit: limit)
        }
        return try await site.database.therapyPrescriptions(status: status, before: before, limit: limit)
    }

    private static let pageLength = 25

    /// Everything signed for a patient.
    func history(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let patient = try await site.database.patient(try context.identifier(of: Patient.self))
        try await site.database.noteReading(of: patient.id, by: context.actor)
        let lines = try await site.database.therapyPrescriptions(
            of: patient.id, before: PrescriptionNumber(request.query("before")), limit: Self.pageLength + 1)
        let page = PatientHistoryPage(
            patient, lines, pageLength: Self.pageLength, words: PrescriptionWords(site, context),
            banner: PatientBanner(patient, PatientWords(site.words(context), try await site.patientReading(context))))
        return try site.response(page, context)
    }

    /// The patient's id may come along, from the patient's page.
    func create(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        var patient: Identifier<Patient>?
        if form.has("patient") {
            guard let id = Identifier<Patient>(untrusted: form.text("patient")) else { throw StoreError.notFound }
            patient = try await site.database.patient(id).id
        }
        let id = try await site.database.insertTherapyPrescription(for: patient, by: context.actor)
        return Responses.redirect(to: "/prescriptions/\(id)")
    }

    func show(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        if let signed = try await site.signedPrescription(context) {
            return try await SignedPrescriptionHandlers(site: site).show(signed, context)
        }
        let around = try await site.surroundings(context)
        var page = DraftPage(around, PrescriptionWords(site, context))
        if context.visit.flash == PatientHandlers.added {
            page.keptKey = PatientFormPage.Purpose.doneKey(context.account.id)
        }
        return try site.response(page, context)
    }

    func clearing(_ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        return try site.response(
            ClearingPage(around, question: .clearing(around, site.words(context)).page(cancelURL: around.path)), context
        )
    }

    func clear(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        guard form.text("confirmed") == "yes" else { return try await clearing(request, context) }
        let around = try await site.surroundings(context)
        try await site.database.clearTherapyPrescription(around.draft.id, by: context.actor)
        return Responses.redirect(to: around.path, flash: "flash.prescription-cleared")
    }

    /// Makes a draft whose original is no longer in force a prescription of its own.
    func separate(_ form: Form, _ request: Request, _ context: ClinicianContext) async throws -> Response {
        let around = try await site.surroundings(context)
        guard !around.isOriginalInForce else { return Responses.redirect(to: around.path) }
        try await site.database.separateTherapyPrescription(around.draft.id, by: context.actor)
        return Responses.redirect(to: around.path, flash: "flash.prescription-separated")
    }
}

extension Site {
    /// The signed prescription that a path names, with the reading noted; nil while it is a draft.
    /// - Throws: what keeps the sheet from being shown, such as a hash that does not fit.
    func signedPrescription(_ context: ClinicianContext) async throws -> TherapyPrescription? {
        let id = try context.identifier(of: TherapyPrescription.self)
        do {
            let signed = try await database.therapyPrescription(id)
            try await database.auditRead(of: signed.patient, "therapy-prescription", id: id.text, by: context.actor)
            return signed
        } catch StoreError.notFound { return nil }
    }
}

extension ConfirmView {
    /// The original's question before everything on a prescription is emptied. A correction stays one, for its patient.
    static func clearing(_ around: DraftSurroundings, _ words: Words) -> ConfirmView {
        let text =
            around.original.map { words("prescriptions.clear.text-correction", ["number": $0.description]) }
            ?? words("prescriptions.clear.text")
        return ConfirmView(
            id: "clear", title: words("prescriptions.clear.title"), text: text,
            action: "\(around.path)/clearing", confirmLabel: words("prescriptions.clear.confirm"))
    }
}
