/// How old a person is, as clinicians say it: a newborn in days, an infant in months, then in years.
package enum Age: Hashable, Sendable {
    /// Below one month.
    case days(Int)
    /// From one month until the second birthday.
    case months(Int)
    case years(Int)

    /// The age on a day of somebody born on `birthDate`; nil before birth.
    package init?(birthDate: LocalDate, on today: LocalDate) {
        guard let years = birthDate.age(on: today) else { return nil }
        let months =
            (today.year - birthDate.year) * 12 + today.month - birthDate.month - (today.day < birthDate.day ? 1 : 0)
        switch (years, months) {
        case (2..., _): self = .years(years)
        case (_, 1...): self = .months(months)
        default: self = .days(birthDate.days(to: today))
        }
    }
}
