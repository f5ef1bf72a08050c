import Foundation

extension Course {
    /// The course of a prescription that was signed: doses begin with the signature on its first day and end with the last
    /// day of a discontinuation.
    ///
    /// - Parameter signed: When it was signed; nil to expect all doses of the first day.
    package init(
        _ order: MedicationOrder, signed: Date?, pauses: [MedicationPrescription.Pause] = [], lastDay: LocalDate? = nil,
        in zone: TimeZone
    ) {
        let end = [order.end, lastDay].compactMap(\.self).min()
        self.init(
            start: order.start, end: end, notBefore: signed,
            pauses: pauses.map { pause in
                Pause(
                    from: pause.from, through: pause.through, in: zone,
                    resumption: pause.resumption)
            })
    }
}
