import Clinic
import Rendering
import Store

/// A clinician's home: a new prescription in reach first, then what is unfinished and what was signed last.
struct ClinicianHomePage: Page {
    static let template = "home/clinician"
    /// Whether prescriptions can be written: the provider information is complete.
    let isReady: Bool
    let drafts: [PrescriptionLine]
    let hasDrafts: Bool
    let recent: [PrescriptionLine]
    let hasRecent: Bool
    let favourites: [FavouriteButton]
    let hasFavourites: Bool
    /// Of which practices told something that was not opened yet.
    let news: [PrescriptionLine]
    let hasNews: Bool
    /// What was sent and did not arrive.
    let notSent: [NotSentLine]
    let hasNotSent: Bool

    init(
        drafts: [TherapyPrescriptionSummary], recent: [TherapyPrescriptionSummary],
        favourites: [FavouritePrescription], news: [TherapyPrescriptionSummary], isReady: Bool,
        notSent: [FailedDelivery], letters: SendingLetters
    ) {
        let words = letters.words
        self.notSent = notSent.map { NotSentLine($0, letters: letters) }
        hasNotSent = !notSent.isEmpty
        self.isReady = isReady
        self.drafts = drafts.prefix(10).map(words.line)
        hasDrafts = !drafts.isEmpty
        self.recent = recent.map(words.line)
        hasRecent = !recent.isEmpty
        self.favourites = FavouriteButton.buttons(favourites)
        hasFavourites = !favourites.isEmpty
        self.news = news.map(words.line)
        hasNews = !news.isEmpty
    }
}

/// A message that did not arrive.
struct NotSentLine: Sendable {
    /// Of the prescription.
    let url: String
    let number: String
    let delivery: DeliveryView

    init(_ failed: FailedDelivery, letters: SendingLetters) {
        number = failed.number.description
        delivery = DeliveryView(failed.delivery, isInForce: true, letters: letters)
        url = delivery.prescriptionURL
    }
}
