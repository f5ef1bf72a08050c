import Clinic
import GRDB

/// Which practices around a point are asked for.
package struct NearbyQuery: Hashable, Sendable {
    /// Which come first where not all are shown.
    package enum Order: String, Hashable, Sendable, CaseIterable {
        case distance
        /// Those that the clinic sends to most; among them those that report soonest, then by distance.
        case usual
    }

    package let center: Coordinates
    package let metres: Double
    /// Whose favourites are meant.
    package let account: Identifier<Account>
    package var order = Order.distance
    /// Folded words; each begins a word of the name or the contact person.
    package var words: [String] = []
    /// Only practices of this ZIP code.
    package var zip: ZIPCode?
    package var specialty: TherapySpecialty?
    package var limit = 30

    package init(center: Coordinates, metres: Double, account: Identifier<Account>) {
        self.center = center
        self.metres = metres
        self.account = account
    }

    /// Narrows to what was typed: a ZIP code, or words of a name.
    package mutating func narrow(to typed: String) {
        zip = ZIPCode(typed)
        words = zip == nil ? Array(SearchText.words(typed).prefix(10)) : []
    }
}

/// A practice near a point.
package struct NearbyPractice: Hashable, Sendable {
    package let reference: PracticeReference
    package let practice: Practice
    package let location: Coordinates
    /// False where the location is the centre of the ZIP code.
    package let isExact: Bool
    package let distance: Distance
    /// The favourite that is this practice; nil for none.
    package let favourite: Identifier<FavouritePractice>?
    /// Prescriptions in force with which the clinic sent somebody there.
    package let referrals: Int
    /// The median of the days from signature to the first report from there; nil without a report.
    package let reportDays: Double?
}

/// What was found around a point.
package struct NearbyPractices: Hashable, Sendable {
    /// In the order asked for.
    package let practices: [NearbyPractice]
    /// Whether there are more inside the radius.
    package let isCut: Bool
}
