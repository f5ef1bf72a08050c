/// What `_confirm.mustache` and `_confirm-form.mustache` get: a question before something is destroyed.
struct ConfirmView: Sendable {
    /// One hidden field that travels along.
    struct Field: Sendable {
        let name: String
        let value: String
    }

    let id: String
    let title: String
    let text: String
    /// Where the answer "yes" is sent.
    let action: String
    let confirmLabel: String
    var danger = true
    /// Where "no" leads; nil in a dialog, which closes.
    var cancelURL: String?
    var fields: [Field] = []

    /// The same question on a page of its own.
    func page(cancelURL: String) -> ConfirmView {
        var view = self
        view.cancelURL = cancelURL
        return view
    }
}
