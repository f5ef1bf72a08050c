import Clinic
import Store

/// Thrown where something clinical would be written before the provider information is complete; leads to its page.
struct ProviderRequired: Error {}

extension Site {
    /// The clinician's provider information, complete. Every page and every form that writes something clinical asks for
    /// it first.
    /// - Throws: ``ProviderRequired``, which becomes a redirection to the provider information and back.
    @discardableResult
    func requireCompleteProvider(_ context: ClinicianContext) async throws -> ProviderRecord {
        guard let record = try await database.provider(of: context.account.id), record.provider.isComplete else {
            throw ProviderRequired()
        }
        return record
    }

    /// The country whose addresses and phone numbers a clinician usually writes: that of the practice, before it is known
    /// the one that the language suggests.
    func homeCountry(_ context: ClinicianContext) async throws -> Country {
        return try await database.provider(of: context.account.id)?.provider.address.country ?? usualCountry(context)
    }

    /// The clinic's own country; by the reader's language while it is not known.
    func usualCountry(_ context: some SiteContext) -> Country {
        clinic.address.country ?? (context.language == .german ? .germany : .unitedStates)
    }
}
