import Rendering

/// What `_pagination.mustache` gets: links to the pages beside this one.
struct PaginationView: Sendable {
    let previousURL: String?
    let nextURL: String?
    let place: String

    /// Nil where there is one page only.
    /// - Parameters:
    ///   - page: from 1.
    ///   - place: words for where this page is; nil for its number alone.
    ///   - url: the address of a page.
    init?(page: Int, hasNext: Bool, place: String? = nil, words: Words, url: (Int) -> String) {
        guard page > 1 || hasNext else { return nil }
        previousURL = page > 1 ? url(page - 1) : nil
        nextURL = hasNext ? url(page + 1) : nil
        self.place = place ?? words("layout.page", ["page": "\(page)"])
    }
}
