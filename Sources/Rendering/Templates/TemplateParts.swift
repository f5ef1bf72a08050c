import Mustache

/// A value that gives a template its parts by name itself. Other values are looked into by reflection, which takes some
/// thirty times as long: nothing for a form, but most of the time that a list of many rows takes.
package protocol TemplateParts: MustacheParent {
    /// The part of a name: what the stored property of that name holds. Nil for a nil part and for a name unknown.
    func part(_ name: String) -> Any?
}

extension TemplateParts {
    package func child(named name: String) -> Any? { part(name) }
}
