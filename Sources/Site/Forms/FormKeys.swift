import Clinic
import Crypto
import Foundation
import Store

extension Form {
    /// The hidden field with a form's random key. See ``key(of:)``.
    static let keyField = "form-key"

    /// What tells this sending of a form from every other: the same form sent twice by the same account has the same key,
    /// while going back and typing something else is another sending. Nil for a form without a random key.
    func key(of account: Account) -> FormKey? { key(of: account.id.text) }

    /// The same for somebody without an account.
    /// - Parameter sender: who sends it.
    func key(of sender: String) -> FormKey? {
        guard (16...64).contains(text(Self.keyField).utf8.count) else { return nil }
        var hash = SHA256()
        hash.update(data: Data(sender.utf8))
        for field in fields where field.name != "csrf" {
            for text in [field.name, field.value] {
                // With its length, so that no two forms run together to the same text.
                hash.update(data: Data("\(text.utf8.count):\(text)".utf8))
            }
        }
        for (name, file) in files.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Data("\(name.utf8.count):\(name)".utf8))
            hash.update(data: Data(SHA256.hash(data: file.bytes)))
        }
        return FormKey(digest: Data(hash.finalize()))
    }
}
