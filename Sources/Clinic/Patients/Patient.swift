/// A person in the clinic's care (FHIR Patient).
package struct Patient: Sendable, Hashable {
    package let id: Identifier<Patient>
}
