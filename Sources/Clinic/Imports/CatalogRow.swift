/// One row of a catalogue other than a code list, as a file gives it.
package enum CatalogRow: Hashable, Sendable {
    case equivalence(CodeEquivalence)
    case medication(ListedMedication)
    case interaction(ListedInteraction)
    case practice(ListedPractice)
    case place(PostalArea)
}

extension ListedMedication {
    /// More of one kind are not kept: a list of every maker's strengths helps nobody.
    package static let mostParts = 60

    /// Takes over what another line says of the same medicine, each thing once.
    package mutating func absorb(_ other: ListedMedication) {
        for part in Self.lists {
            for value in other[keyPath: part]
            where self[keyPath: part].count < Self.mostParts && !self[keyPath: part].contains(value) {
                self[keyPath: part].append(value)
            }
        }
        rxcui = rxcui ?? other.rxcui
        schedule = schedule ?? other.schedule
    }

    /// Takes over what an older release says beside, in its order: the same said in another order would look changed.
    package mutating func lay(over before: ListedMedication) {
        absorb(before)
        for part in Self.lists {
            let now = Set(self[keyPath: part])
            let kept = before[keyPath: part].filter { now.contains($0) }
            let known = Set(kept)
            self[keyPath: part] = kept + self[keyPath: part].filter { !known.contains($0) }
        }
    }

    private static var lists: [WritableKeyPath<ListedMedication, [String]>] {
        [
            \.brands, \.otherNames, \.classes, \.purposes, \.forms, \.routes, \.strengths, \.effects, \.ndcs,
        ]
    }
}

extension Sequence<CatalogRow> {
    /// The medicines among the rows, one of each: what several lines say of it together, and the place of the first among
    /// all rows, in that order.
    package var mergedMedications: [(place: Int, medication: ListedMedication)] {
        var known: [MedicationID: Int] = [:]
        var merged: [(place: Int, medication: ListedMedication)] = []
        for (place, row) in enumerated() {
            guard case .medication(let medication) = row else { continue }
            if let index = known[medication.id] {
                merged[index].medication.absorb(medication)
            } else {
                known[medication.id] = merged.count
                merged.append((place, medication))
            }
        }
        return merged
    }
}
