import Foundation

/// A template that a clinician of the clinic made: the content in force, and the copy that is being worked on.
package struct ClinicTemplate: Sendable, Hashable {
    package let summary: ClinicTemplateSummary
    /// The latest version.
    package let content: TherapyTemplate
    /// What is being changed, with the id and version of ``content``; nil while nothing is.
    package let working: TherapyTemplate?
    /// Counts every change of the copy that is being worked on, so that a second tab cannot undo the first one's.
    package let editVersion: Int

    package init(summary: ClinicTemplateSummary, content: TherapyTemplate, working: TherapyTemplate?, editVersion: Int)
    {
        self.summary = summary
        self.content = content
        self.working = working
        self.editVersion = editVersion
    }

    package var id: Identifier<ClinicTemplate> { summary.id }

    /// What an editor shows.
    package var edited: TherapyTemplate { working ?? content }
}

/// What lists show of a clinic's own template.
package struct ClinicTemplateSummary: Sendable, Hashable {
    package let id: Identifier<ClinicTemplate>
    package let owner: Identifier<Account>
    package let ownerName: String
    package let name: String
    package let title: Wording
    /// The latest version, and when it was made.
    package let version: Int
    package let madeAt: Date
    /// Whether every clinician of the clinic may use it.
    package let isPublished: Bool
    /// Whether it is out of the lists. Prescriptions that use it go on.
    package let isArchived: Bool
    /// Whether there are changes that are no version yet.
    package let hasChanges: Bool

    package init(
        id: Identifier<ClinicTemplate>, owner: Identifier<Account>, ownerName: String, name: String, title: Wording,
        version: Int, madeAt: Date, isPublished: Bool, isArchived: Bool, hasChanges: Bool
    ) {
        self.id = id
        self.owner = owner
        self.ownerName = ownerName
        self.name = name
        self.title = title
        self.version = version
        self.madeAt = madeAt
        self.isPublished = isPublished
        self.isArchived = isArchived
        self.hasChanges = hasChanges
    }

    /// Whether somebody may see it: who made it always, others while it is published.
    package func isVisible(to account: Identifier<Account>) -> Bool {
        owner == account || (isPublished && !isArchived)
    }

    /// Whether somebody may begin prescriptions with it.
    package func isUsable(by account: Identifier<Account>) -> Bool { isVisible(to: account) && !isArchived }
}

/// One version of a clinic's own template: never changed once it is made.
package struct ClinicTemplateVersion: Sendable, Hashable {
    package let version: Int
    /// The maker's name at that time.
    package let madeBy: String
    package let madeAt: Date

    package init(version: Int, madeBy: String, madeAt: Date) {
        self.version = version
        self.madeBy = madeBy
        self.madeAt = madeAt
    }
}

/// That a clinician of the clinic has reviewed one version of a template. The next version is unreviewed again.
package struct TherapyApproval: Sendable, Hashable {
    /// The template's id, shipped or the clinic's own.
    package let template: String
    package let version: Int
    package let account: Identifier<Account>
    /// The clinician's name at that time.
    package let name: String
    package let at: Date

    package init(template: String, version: Int, account: Identifier<Account>, name: String, at: Date) {
        self.template = template
        self.version = version
        self.account = account
        self.name = name
        self.at = at
    }
}
