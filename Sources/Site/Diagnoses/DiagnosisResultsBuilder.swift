import Clinic
import Rendering
import Store

/// Turns finds into the lines of a list.
struct DiagnosisResultsBuilder {
    let place: DiagnosisSearchPlace
    let form: DiagnosisSearchForm
    let words: Words

    /// The answer to something typed.
    func results(_ hits: DiagnosisHits) -> DiagnosisResultsView {
        let query = DiagnosisQuery(typed: form.typed)
        let values = ["query": shownQuery]
        guard !hits.hits.isEmpty else {
            return DiagnosisResultsView(
                status: words("diagnoses.none", values), rows: [], advice: words("diagnoses.none.advice"),
                elsewhere: hits.isOnlyInOtherSystem ? elsewhere : nil)
        }
        let key = hits.hasMore ? "diagnoses.first" : "diagnoses.found"
        return DiagnosisResultsView(
            status: words(key, count: hits.hits.count, values),
            rows: hits.hits.map { row($0.diagnosis, $0.isFoundByItsWords ? query : nil, note: note($0)) })
    }

    /// What is shown before typing: favourites, then what was used last, each once.
    func familiar(_ favourites: [FamiliarDiagnosis], _ recent: [FamiliarDiagnosis]) -> DiagnosisResultsView {
        let kept = Set(favourites.map(\.diagnosis.code))
        let rows =
            favourites.map { row($0, note: words("diagnoses.note.favourite")) }
            + recent.filter { !kept.contains($0.diagnosis.code) }.map { row($0, note: words("diagnoses.note.recent")) }
        return DiagnosisResultsView(
            status: words(rows.isEmpty ? "diagnoses.before-typing" : "diagnoses.familiar"), rows: rows)
    }

    private func row(_ familiar: FamiliarDiagnosis, note: String) -> DiagnosisRowView {
        row(
            familiar.diagnosis, nil, note: familiar.isRetired ? words("diagnoses.note.retired") : note,
            isRetired: familiar.isRetired)
    }

    private func row(
        _ diagnosis: Diagnosis, _ query: DiagnosisQuery?, note: String?, isRetired: Bool = false
    ) -> DiagnosisRowView {
        let code = diagnosis.code
        let isChosen = place.chosen.contains(code)
        let isFixed = isChosen || isRetired
        let form = diagnosis.isBillable ? place.addForm : nil
        return DiagnosisRowView(
            code: code.display,
            titleHTML: query.map { MarkedText.html(diagnosis.title, query: $0) } ?? diagnosis.title.htmlEscaped,
            side: SideView(diagnosis.side, words), note: isChosen ? words("diagnoses.note.chosen") : note,
            button: isFixed ? nil : form.map { DiagnosisRowView.ButtonView(form: $0, value: code.formValue) },
            link: isFixed || form != nil ? nil : url(of: code), isFixed: isFixed)
    }

    /// In another page a heading opens there, by searching for its code, so that nothing of that page is lost.
    private func url(of code: DiagnosisCode) -> String {
        place.addForm == nil
            ? "/diagnoses/\(code.system.rawValue)/\(code.display)"
            : place.path(searching: code.display, in: code.system)
    }

    private func note(_ hit: DiagnosisHit) -> String? {
        guard hit.diagnosis.isBillable else { return words("diagnoses.note.heading") }
        if hit.uses > 0 { return words("diagnoses.note.used", count: hit.uses) }
        switch hit.reason {
        case .code, .title: return nil
        case .synonym(let phrase): return words("diagnoses.note.synonym", ["phrase": phrase])
        case .term(let term): return words("diagnoses.note.term", ["term": term])
        }
    }

    private var elsewhere: LinkView {
        let other = form.system.other
        let values = ["query": shownQuery, "system": words("diagnoses.system.\(other.rawValue)")]
        return LinkView(
            text: words("diagnoses.elsewhere", values), url: place.path(searching: form.typed, in: other),
            label: words("diagnoses.elsewhere.switch", values))
    }

    /// What was typed, fit for a sentence: no marks that turn the line around, not longer than a line.
    private var shownQuery: String {
        let text = PlainText.cleaned(form.typed).replacing("\n", with: " ")
        return text.count > 60 ? text.prefix(60) + "…" : text
    }
}

extension DiagnosisHit {
    /// Else nothing is marked in the title: what was typed means it, but does not stand in it.
    fileprivate var isFoundByItsWords: Bool {
        switch reason {
        case .title, .term: true
        case .code, .synonym: false
        }
    }
}
