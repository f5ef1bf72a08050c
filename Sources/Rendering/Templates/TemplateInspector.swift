import Foundation

/// Finds names that a template asks for and a page does not have. swift-mustache renders such a name as nothing, which
/// would hide a missing dose as well as a typing error; tests render every page through this first.
struct TemplateInspector {
    let sources: [String: String]

    /// The unknown names, in the template and every partial it reaches with this page's values.
    func unknownNames(in template: String, for root: TemplateValue) -> [String] {
        var unknown: [String] = []
        walk(tags(of: template)[...], stack: [root], unknown: &unknown)
        return unknown
    }

    private enum Tag {
        case name(String)
        case open(String, inverted: Bool)
        case block
        case close
        case partial(String)
        case parent(String)
    }

    private func tags(of template: String) -> [Tag] {
        guard let source = sources[template] else { return [.name("template \(template)")] }
        var tags: [Tag] = []
        var rest = source[...]
        while let open = rest.range(of: "{{") {
            let isTriple = rest[open.upperBound...].hasPrefix("{")
            guard let close = rest[open.upperBound...].range(of: isTriple ? "}}}" : "}}") else { break }
            let inner = rest[open.upperBound..<close.lowerBound].drop { $0 == "{" }
            if let tag = tag(String(inner).trimmed) { tags.append(tag) }
            rest = rest[close.upperBound...]
        }
        return tags
    }

    private func tag(_ text: String) -> Tag? {
        let name = String(text.dropFirst()).trimmed
        switch text.first {
        case "#": return .open(name, inverted: false)
        case "^": return .open(name, inverted: true)
        case "$": return .block
        case "/": return .close
        case ">": return .partial(name)
        case "<": return .parent(name)
        case "!", "=", "%", nil: return nil
        case "&": return .name(name)
        default: return .name(text)
        }
    }

    /// Walks tags up to the section's end; returns what follows it.
    @discardableResult
    private func walk(_ tags: ArraySlice<Tag>, stack: [Any], unknown: inout [String]) -> ArraySlice<Tag> {
        var rest = tags
        while let tag = rest.popFirst() {
            switch tag {
            case .close: return rest
            case .name(let name): check(name, stack, &unknown)
            case .partial(let name): walk(self.tags(of: name)[...], stack: stack, unknown: &unknown)
            case .parent(let name):
                walk(self.tags(of: name)[...], stack: stack, unknown: &unknown)
                rest = walk(rest, stack: stack, unknown: &unknown)
            case .block: rest = walk(rest, stack: stack, unknown: &unknown)
            case .open(let name, let inverted):
                check(name, stack, &unknown)
                rest = section(rest, value: value(name, stack), inverted: inverted, stack: stack, unknown: &unknown)
            }
        }
        return rest
    }

    private func section(
        _ body: ArraySlice<Tag>, value: Any?, inverted: Bool, stack: [Any], unknown: inout [String]
    ) -> ArraySlice<Tag> {
        var end = skip(body)
        let mirror = value.map { Mirror(reflecting: $0) }
        let isEmptyList = mirror?.displayStyle == .collection && mirror?.children.isEmpty == true
        let isThere = value != nil && value as? Bool != false && !isEmptyList
        guard isThere != inverted else { return end }
        if !inverted, let mirror, mirror.displayStyle == .collection {
            for child in mirror.children { end = walk(body, stack: stack + [child.value], unknown: &unknown) }
        } else if !inverted, let value, !(value is Bool) {
            end = walk(body, stack: stack + [value], unknown: &unknown)
        } else {
            end = walk(body, stack: stack, unknown: &unknown)
        }
        return end
    }

    private func skip(_ body: ArraySlice<Tag>) -> ArraySlice<Tag> {
        var depth = 1
        var rest = body
        while let tag = rest.popFirst() {
            switch tag {
            case .open, .block, .parent: depth += 1
            case .close:
                depth -= 1
                if depth == 0 { return rest }
            case .name, .partial: break
            }
        }
        return rest
    }

    private func check(_ name: String, _ stack: [Any], _ unknown: inout [String]) {
        guard name != ".", let head = name.split(separator: ".").first.map(String.init) else { return }
        let scopes = name.hasPrefix(".") ? stack.suffix(1) : stack[...]
        guard let owner = scopes.last(where: { has(head, $0) }) else { return unknown.append(name) }
        var object = child(head, of: owner)
        for part in name.split(separator: ".").dropFirst().map(String.init) {
            guard let present = object else { return }
            guard has(part, present) else { return unknown.append(name) }
            object = child(part, of: present)
        }
    }

    private func value(_ name: String, _ stack: [Any]) -> Any? {
        if name == "." { return stack.last }
        let parts = name.split(separator: ".").map(String.init)
        guard let head = parts.first else { return nil }
        let scopes = name.hasPrefix(".") ? stack.suffix(1) : stack[...]
        var object: Any? = scopes.reversed().lazy.compactMap { child(head, of: $0) }.first
        for part in parts.dropFirst() { object = object.flatMap { child(part, of: $0) } }
        return object
    }

    private func has(_ name: String, _ object: Any) -> Bool {
        if let value = object as? TemplateValue { return value.names.contains(name) }
        if let dictionary = object as? [String: Any] { return dictionary[name] != nil }
        return Mirror(reflecting: object).children.contains { $0.label == name }
    }

    private func child(_ name: String, of object: Any) -> Any? {
        if let value = object as? TemplateValue { return value.child(named: name) }
        if let dictionary = object as? [String: Any] { return dictionary[name] }
        let found = Mirror(reflecting: object).children.first { $0.label == name }?.value
        return found.flatMap(unwrapped)
    }

    private func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
