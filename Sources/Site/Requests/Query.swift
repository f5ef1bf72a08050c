import Foundation
import Hummingbird

extension Request {
    /// The query's parameters, read as a browser's form sends them (`+` is a space); none when it cannot be read.
    var query: Form {
        guard let query = uri.query else { return Form(fields: []) }
        do {
            return try Form(urlEncoded: Data(query.utf8))
        } catch { return Form(fields: []) }
    }

    /// The first value of a query parameter; empty when it is missing or the query cannot be read.
    func query(_ name: String) -> String { query.text(name) }
}
