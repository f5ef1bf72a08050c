import Clinic
import Foundation
import Hummingbird
import Rendering
import Store

/// A patient's own medicines: what is due today, those in force, those that were stopped.
struct MyMedicationsHandlers {
    let site: Site

    func index(_ request: Request, _ context: PatientContext) async throws -> Response {
        let medicines = try await site.myMedicines(context, place: "list")
        let page = MyMedicationsPage(
            medicines, notice: try await site.loggedNotice(request, place: "list", context))
        return try site.response(page, context)
    }
}

/// The medicines of a patient as lists show them.
struct MyMedicines: Sendable {
    /// Doses of today and those still open, the earliest first, answered ones last.
    let doses: [DoseLine]
    /// What is taken when needed.
    let needs: [NeedView]
    let inForce: [MedicineCard]
    let stopped: [MedicineCard]
    /// Whether the patient's own times are known.
    let hasOwnTimes: Bool
}

/// One medicine of a list.
struct MedicineCard: Sendable {
    let url: String
    let title: String
    let sentence: String
    let next: String?
    /// Stopped, over or paused, in words.
    let state: String?

    init(_ reading: LogReading, _ today: MedicationToday?) {
        url = reading.path
        title = reading.words.title(reading.order)
        sentence = reading.words.sentence(reading.order).full
        next = today.flatMap { reading.next($0) }
        state = reading.words.state(reading.prescription, today: reading.today)
    }
}

extension Site {
    /// The medicines of the account's own patient; none while the account is joined to no record.
    /// - Parameter place: the page that a tap comes back to.
    func myMedicines(_ context: PatientContext, place: String) async throws -> MyMedicines {
        guard let patient = context.patient else {
            return MyMedicines(doses: [], needs: [], inForce: [], stopped: [], hasOwnTimes: false)
        }
        let rhythm = try await database.dayRhythm(of: patient).rhythm
        let words = LogWords(
            words(context), zone: zone(of: try await database.patient(patient)),
            clock: try await database.clockStyle(of: context.account.id))
        var doses: [DoseLine] = []
        var needs: [NeedView] = []
        var inForce: [MedicineCard] = []
        var stopped: [MedicineCard] = []
        for prescription in try await database.medicationPrescriptions(of: patient) {
            let reading = try await logReading(of: prescription, rhythm: rhythm, words, side: .own)
            guard prescription.status == .signed else {
                stopped.append(MedicineCard(reading, nil))
                continue
            }
            let entries = try await recentEntries(reading)
            let today = DoseLines(reading: reading, place: place, namesMedicine: true).today(entries)
            doses += today.lines
            if reading.plan.isAsNeeded { needs.append(NeedView(reading, entries, place: place)) }
            inForce.append(MedicineCard(reading, today))
        }
        let sorted = doses.sorted { ($0.rank, $0.order, $0.medicine ?? "") < ($1.rank, $1.order, $1.medicine ?? "") }
        return MyMedicines(
            doses: sorted, needs: needs, inForce: inForce, stopped: stopped, hasOwnTimes: rhythm != DayRhythm())
    }
}

extension DoseLine {
    /// What can be done now stands first, what is done last.
    fileprivate var rank: Int { tap != nil ? 0 : formURL != nil ? 1 : 2 }
}

/// The list of a patient's own medicines.
struct MyMedicationsPage: Page {
    static let template = "administrations/my-medications"
    let notice: LoggedNotice?
    let doses: [DoseLine]
    let hasDoses: Bool
    let needs: [NeedView]
    let hasNeeds: Bool
    let inForce: [MedicineCard]
    let isEmpty: Bool
    let stopped: [MedicineCard]
    let hasStopped: Bool
    let hasOwnTimes: Bool

    init(_ medicines: MyMedicines, notice: LoggedNotice?) {
        self.notice = notice
        doses = medicines.doses
        hasDoses = !doses.isEmpty
        needs = medicines.needs
        hasNeeds = !needs.isEmpty
        inForce = medicines.inForce
        stopped = medicines.stopped
        hasStopped = !stopped.isEmpty
        isEmpty = inForce.isEmpty && stopped.isEmpty
        hasOwnTimes = medicines.hasOwnTimes
    }
}
