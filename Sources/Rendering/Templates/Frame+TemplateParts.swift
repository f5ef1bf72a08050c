// Every page has the layout around it.

extension Frame: TemplateParts {
    package func part(_ name: String) -> Any? {
        switch name {
        case "language": language
        case "direction": direction
        case "account": account
        case "csrf": csrf
        case "path": path
        case "flash": flash
        case "version": version
        case "languages": languages
        default: nil
        }
    }
}

extension Frame.Person: TemplateParts {
    package func part(_ name: String) -> Any? {
        switch name {
        case "name": self.name
        case "isAdmin": isAdmin
        case "isClinician": isClinician
        case "isPatient": isPatient
        default: nil
        }
    }
}

extension Frame.LanguageChoice: TemplateParts {
    package func part(_ name: String) -> Any? {
        switch name {
        case "code": code
        case "name": self.name
        case "current": current
        default: nil
        }
    }
}
