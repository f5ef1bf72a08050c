import Clinic
import Rendering

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

    init(
        drafts: [TherapyPrescriptionSummary], recent: [TherapyPrescriptionSummary],
        favourites: [FavouritePrescription], news: [TherapyPrescriptionSummary], isReady: Bool,
        words: PrescriptionWords
    ) {
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
