/// An order's dosages in the words of one language.
package struct DosageSentence: Hashable, Sendable {
    /// Every element of the dosages: "Take 1 tablet twice a day for 7 days. Do not take more than 2 tablets a day."
    package let full: String
    /// Dose, rhythm and time frame for lists, without verb, limits and notes: "1 tablet twice a day for 7 days". The same
    /// as ``full`` unless ``origin`` is composed.
    package let short: String
    package let origin: Origin

    package enum Origin: Hashable, Sendable {
        /// From structure, all of it.
        case composed
        /// The prescriber's own words, which pages mark as such, since nothing else says the whole order.
        case asWritten
        /// Structure that has no meaning, and no words of the prescriber: the sentence sends the reader to ask.
        case unclear
    }
}
