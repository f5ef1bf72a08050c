import Clinic
import Hummingbird
import Rendering
import Store

struct MedicationHandlers {
    let site: Site

    func index(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let form = MedicationSearchForm(request)
        let words = site.words(context)
        let groups = try await site.database.medicationGroups(in: words.language)
        let (release, results) = try await site.medicationResults(form, context, at: .medications)
        return try site.response(
            MedicationIndexPage(form, groups: groups, release: release, results: results, words: words), context)
    }

    /// The list for the page as HTML or as JSON; the whole page for somebody who opens the address in a browser.
    func search(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let form = MedicationSearchForm(request)
        if request.wantsJSON {
            let hits = try await site.database.medications(matching: form.search(in: context.language))
            return MedicationJSON.response(hits.hits)
        }
        if request.isNavigation { return try await index(request, context) }
        return try await site.medicationFragment(form, context, at: .medications)
    }

    func show(_ request: Request, _ context: SignedInContext) async throws -> Response {
        guard let id = context.parameters.get("id").flatMap(MedicationID.init(untrusted:)) else {
            throw HTTPError(.notFound)
        }
        let stored = try await site.database.medication(id)
        let words = site.words(context)
        let alike = try await site.database.medications(stored.medication.lookalikes, in: words.language)
        let imported = ImportedMedicationFacts(
            try await site.database.listedMedication(id, name: stored.medication.name),
            interactions: try await site.database.listedInteractions(of: id), words)
        return try site.response(
            MedicationShowPage(stored, lookalikes: alike, imported: imported, words: words), context)
    }
}

extension Site {
    /// The list that a request asks for, as a part of a page for a script. For every page that holds a search for
    /// medicines.
    func medicationFragment(
        _ form: MedicationSearchForm, _ context: some SiteContext, at place: MedicationSearchPlace
    ) async throws -> Response {
        try fragment(
            MedicationFragment(results: try await medicationResults(form, context, at: place).results), context)
    }

    /// Finds for what was typed; without that the list itself, page by page.
    func medicationResults(
        _ form: MedicationSearchForm, _ context: some SiteContext, at place: MedicationSearchPlace
    ) async throws -> (release: MedicationRelease?, results: MedicationResultsView) {
        let builder = MedicationResultsBuilder(place: place, form: form, words: words(context))
        guard PlainText.cleaned(form.typed).isEmpty else {
            let hits = try await database.medications(matching: form.search(in: context.language))
            return (hits.release, builder.results(hits))
        }
        let page = try await database.medications(form.filter, page: form.page, in: context.language)
        return (page.release, builder.results(page))
    }
}
