import Catalogs
import Clinic
import Foundation
import Store

/// Where lists of therapies come from: the shipped ones and the clinic's own.
extension Site {
    /// The template in force with an id, if somebody may begin prescriptions with it; nil for any other text.
    func usableTemplate(_ id: String, by account: Identifier<Account>) async throws -> TherapyTemplate? {
        if let shipped = therapies.template(id: id) { return shipped }
        guard let own = Identifier<ClinicTemplate>(untrusted: id) else { return nil }
        do {
            let template = try await database.clinicTemplate(own, visibleTo: account)
            return template.summary.isUsable(by: account) ? template.content : nil
        } catch StoreError.notFound { return nil }
    }

    /// The template that a choice was made from, in that version. A shipped one is as it is shipped now; the standard one
    /// stands for one that is no longer there.
    func template(of choice: TherapyChoice) async throws -> TherapyTemplate {
        if let shipped = therapies.template(id: choice.template) { return shipped }
        return try await database.clinicTemplate(choice.template, version: choice.templateVersion) ?? therapies.standard
    }

    /// The templates of several choices.
    func templates(of choices: [TherapyChoice]) async throws -> ChoiceTemplates {
        var found: [ChoiceTemplates.Key: TherapyTemplate] = [:]
        for choice in choices {
            let key = ChoiceTemplates.Key(choice)
            if found[key] == nil { found[key] = try await template(of: choice) }
        }
        return ChoiceTemplates(found: found, standard: therapies.standard)
    }

    /// The template that a clinician's new prescription begins with: the chosen default, else the one used last, else the
    /// standard one.
    func firstTemplate(of clinician: Identifier<Account>) async throws -> TherapyTemplate {
        if let chosen = try await database.defaultTherapyTemplate(of: clinician),
            let template = try await usableTemplate(chosen, by: clinician)
        {
            return template
        }
        guard let last = try await database.lastTherapyTemplate(of: clinician) else { return therapies.standard }
        return try await usableTemplate(last, by: clinician) ?? therapies.standard
    }

    /// The templates to choose from: the shipped ones, the reader's own and what colleagues published; the present one too,
    /// whatever became of it.
    func choosableTemplates(
        beside present: TherapyTemplate, _ context: ClinicianContext
    ) async throws -> [(value: String, label: String)] {
        let account = context.account.id
        let own = try await database.clinicTemplates(visibleTo: account).filter { $0.isUsable(by: account) }
        let options =
            therapies.all.map { (value: $0.id, label: $0.label(in: context.language)) }
            + own.map { template in
                let name = template.owner == account ? template.name : "\(template.name) (\(template.ownerName))"
                return (value: template.id.text, label: name)
            }
        guard !options.contains(where: { $0.value == present.id }) else { return options }
        return options + [(value: present.id, label: present.label(in: context.language))]
    }

    /// What is to be said of a template on a prescription.
    func standing(of template: TherapyTemplate, for account: Identifier<Account>) async throws -> TemplateStanding {
        let approval = try await database.therapyApproval(of: template.id, version: template.version)
        let approvedOn = approval.map { LocalDate($0.at, in: settings.timeZone) }
        guard therapies.template(id: template.id) == nil else {
            return TemplateStanding(
                approval: approval, approvedOn: approvedOn, isUnreviewed: approval == nil && template.review != nil,
                newer: nil)
        }
        let newest = try await usableTemplate(template.id, by: account)?.version
        return TemplateStanding(
            approval: approval, approvedOn: approvedOn, isUnreviewed: approval == nil,
            newer: newest.flatMap { $0 > template.version ? $0 : nil })
    }
}

/// The templates of some choices, looked up before.
struct ChoiceTemplates: Sendable {
    struct Key: Hashable, Sendable {
        let template: String
        let version: Int?

        init(_ choice: TherapyChoice) { (template, version) = (choice.template, choice.templateVersion) }
    }

    fileprivate let found: [Key: TherapyTemplate]
    fileprivate let standard: TherapyTemplate

    func callAsFunction(_ choice: TherapyChoice) -> TherapyTemplate { found[Key(choice)] ?? standard }
}

/// How a template stands: who reviewed it, and whether there is a newer version.
struct TemplateStanding: Sendable {
    /// Nil while no clinician of the clinic has approved this version.
    let approval: TherapyApproval?
    /// At the clinic.
    let approvedOn: LocalDate?
    let isUnreviewed: Bool
    /// The version in force when it is a newer one that may be used.
    let newer: Int?
}
