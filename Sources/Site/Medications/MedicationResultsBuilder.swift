import Clinic
import Rendering
import Store

/// Turns medicines into the lines of a list.
struct MedicationResultsBuilder {
    let place: MedicationSearchPlace
    let form: MedicationSearchForm
    let words: Words

    /// The answer to something typed.
    func results(_ hits: MedicationHits) -> MedicationResultsView {
        let values = ["query": shownQuery]
        guard !hits.hits.isEmpty else {
            return MedicationResultsView(
                status: words("medications.none", values), rows: [], advice: words("medications.none.advice"))
        }
        let typed = hits.areGuesses ? [] : MedicationQuery(typed: form.typed).words
        let rows = hits.hits.map { row($0.medication, marked: typed, note: note($0.reason)) }
        if hits.areGuesses {
            return MedicationResultsView(status: words("medications.guessed", values), rows: rows, areGuesses: true)
        }
        let key = hits.hasMore ? "medications.first" : "medications.found"
        return MedicationResultsView(status: words(key, count: rows.count, values), rows: rows)
    }

    /// A page of the list itself.
    func results(_ page: MedicationPage) -> MedicationResultsView {
        guard page.count > 0 else {
            return MedicationResultsView(
                status: words("medications.none.filtered"), rows: [], advice: words("medications.none.advice"))
        }
        let isLast = form.page * ClinicDatabase.medicationsPerPage >= page.count
        return MedicationResultsView(
            status: words("medications.count", count: page.count), rows: page.medications.map { row($0) },
            pagination: PaginationView(page: form.page, hasNext: !isLast, words: words) {
                place.path(form.filter, page: $0)
            })
    }

    private func row(
        _ medication: MedicationSummary, marked: [String] = [], note: String? = nil
    ) -> MedicationRowView {
        MedicationRowView(
            nameHTML: MarkedText.html(medication.tallName, words: marked),
            international: medication.internationalName, note: note,
            classes: medication.classes, purposes: medication.purposes,
            withdrawn: medication.isWithdrawn ? words("medications.withdrawn") : nil,
            controlled: medication.schedule.map { words("medications.controlled", ["schedule": $0.rawValue]) },
            button: place.addForm.map { MedicationRowView.ButtonView(form: $0, value: medication.id.text) },
            link: place.addForm == nil ? MedicationShowPage.path(medication.id) : nil)
    }

    private func note(_ reason: MedicationHit.Reason) -> String? {
        switch reason {
        case .name, .class, .purpose: nil
        case .otherName(let name): words("medications.note.other-name", ["name": name])
        case .brand(let brand): words("medications.note.brand", ["brand": brand])
        case .guess: words("medications.note.guess")
        }
    }

    /// What was typed, fit for a sentence: no marks that turn the line around, not longer than a line.
    private var shownQuery: String {
        let text = PlainText.cleaned(form.typed).replacing("\n", with: " ")
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}
