import Mustache

/// What a template sees of a struct: its stored properties by name. swift-mustache would look through all properties for
/// each name that a template asks for; here they are read once.
struct TemplateValue: MustacheParent {
    private let parts: [String: Any]
    /// Every property, with those that are nil.
    let names: Set<String>

    /// The names a template sees first: the page's own properties, and `site` for its layout.
    init(page: some Page, frame: Frame?) {
        var (parts, names) = Self.read(Mirror(reflecting: page))
        if let frame {
            parts["site"] = TemplateValue(Mirror(reflecting: frame))
            names.insert("site")
        }
        self.parts = parts
        self.names = names
    }

    private init(_ mirror: Mirror) { (parts, names) = Self.read(mirror) }

    /// The value of a property; nil for one that is nil, and for a name unknown.
    func child(named name: String) -> Any? { parts[name] }

    private static func read(_ mirror: Mirror) -> (parts: [String: Any], names: Set<String>) {
        var parts: [String: Any] = [:]
        var names: Set<String> = []
        for child in mirror.children {
            guard let label = child.label else { continue }
            names.insert(label)
            parts[label] = present(child.value)
        }
        return (parts, names)
    }

    /// The value without its optional, structs as ``TemplateValue``; nil for none.
    private static func present(_ value: Any) -> Any? {
        // Asked first, since most values are one of these and reflection takes microseconds.
        if value is String || value is Bool || value is Int { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { present($0.value) }
        case .collection: return mirror.children.compactMap { present($0.value) }
        case .struct where !mirror.children.isEmpty: return TemplateValue(mirror)
        default: return value
        }
    }
}
