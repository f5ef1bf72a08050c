import Rendering
import Testing

@Suite("Values that give templates their parts by name")
struct TemplatePartsTests {
    /// A part that is forgotten would show as nothing on every page.
    @Test("know every one of their properties")
    func frame() {
        let person = Frame.Person(name: "Dana", isAdmin: true, isClinician: true, isPatient: false)
        let choice = Frame.LanguageChoice(code: "en", name: "English", current: true)
        let frame = Frame(
            language: "en", direction: "ltr", account: person, csrf: "c", path: "/",
            flash: Frame.Flash(text: "Saved", kind: "success"), version: "1", languages: [choice])
        let values: [any TemplateParts] = [person, choice, frame]
        for value in values {
            for property in Mirror(reflecting: value).children {
                #expect(value.part(property.label ?? "") != nil, "\(type(of: value)).\(property.label ?? "")")
            }
        }
        #expect(frame.part("no-such-part") == nil)
        #expect(person.part("name") as? String == "Dana")
    }
}
