/// What one template gets: a struct whose stored properties are the names the template uses.
package protocol Page: Sendable {
    /// The template's path below `Views/` without its extension, such as `patients/show`.
    static var template: String { get }
}

/// What the layout of every page gets, under the name `site`.
package struct Frame: Sendable {
    /// The account menu's part.
    package struct Person: Sendable {
        package let name: String
        package let isAdmin: Bool
        package let isClinician: Bool
        package let isPatient: Bool

        package init(name: String, isAdmin: Bool, isClinician: Bool, isPatient: Bool) {
            self.name = name
            self.isAdmin = isAdmin
            self.isClinician = isClinician
            self.isPatient = isPatient
        }
    }

    /// One line of the language menu.
    package struct LanguageChoice: Sendable {
        package let code: String
        package let name: String
        package let current: Bool

        package init(code: String, name: String, current: Bool) {
            self.code = code
            self.name = name
            self.current = current
        }
    }

    /// What the last action did, said once.
    package struct Flash: Sendable {
        package let text: String
        /// `success`, `info` or `warning`.
        package let kind: String

        package init(text: String, kind: String) {
            self.text = text
            self.kind = kind
        }
    }

    package let language: String
    /// `ltr` or `rtl`.
    package let direction: String
    /// Nil before sign-in.
    package let account: Person?
    /// The hidden field of every form.
    package let csrf: String
    /// The page's own path, for links that come back to it.
    package let path: String
    /// At the port without TLS, where no form is taken.
    package let isPlain: Bool
    package let flash: Flash?
    /// Changes when an asset does, so that assets may be cached for long.
    package let version: String
    /// The clinic's name, the program's while it has none.
    package let clinic: String
    /// The address of the clinic's icon; nil for none.
    package let icon: String?
    package let languages: [LanguageChoice]

    package init(
        language: String, direction: String, account: Person?, csrf: String, path: String, isPlain: Bool = false,
        flash: Flash?, version: String, clinic: String, icon: String?, languages: [LanguageChoice]
    ) {
        self.language = language
        self.direction = direction
        self.account = account
        self.csrf = csrf
        self.path = path
        self.isPlain = isPlain
        self.flash = flash
        self.version = version
        self.clinic = clinic
        self.icon = icon
        self.languages = languages
    }
}
