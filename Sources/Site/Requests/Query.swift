import Foundation
import Hummingbird

extension Request {
    /// The first value of a query parameter, read as a browser's form sends it (`+` is a space); empty when it is missing
    /// or the query cannot be read.
    func query(_ name: String) -> String {
        guard let query = uri.query else { return "" }
        do {
            return try Form(urlEncoded: Data(query.utf8)).text(name)
        } catch { return "" }
    }
}
