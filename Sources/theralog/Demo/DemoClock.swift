import Clinic
import Foundation
import Store
import Synchronization

/// The clock of a demo clinic: put back to each day of the clinic's past while that is written, the machine's own
/// afterwards.
final class DemoClock: Sendable {
    private let past = Mutex<Date?>(nil)
    private let timeZone: TimeZone
    /// The day at the clinic on which it is built; days are counted back from it.
    let today: LocalDate

    init(timeZone: TimeZone) {
        self.timeZone = timeZone
        today = LocalDate(Date(), in: timeZone)
    }

    /// The instant that the clock shows.
    var now: Date { past.withLock { $0 } ?? Date() }

    /// Puts the clock back.
    /// - Parameters:
    ///   - daysAgo: from 1.
    ///   - minute: of that day at the clinic.
    func putBack(daysAgo: Int, minute: Int) {
        let day = today.adding(days: -daysAgo)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = DateComponents(year: day.year, month: day.month, day: day.day, minute: minute)
        past.withLock { $0 = calendar.date(from: parts) }
    }

    /// Lets the clock show the present from now on.
    func release() { past.withLock { $0 = nil } }

    /// What the clinic's database is opened with.
    var surroundings: Surroundings {
        .by { self.now }
    }
}
