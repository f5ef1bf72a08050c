/// A word and what belongs to it.
package struct SheetLine: Sendable {
    let label: String
    let value: String
}

/// Somebody's or some place's name with the lines below it.
package struct SheetParty: Sendable {
    let name: String
    let lines: [SheetLine]
}

/// What stands across a sheet that is not in force, and the sentence above it.
package struct SheetMark: Sendable {
    let word: String
    let note: String
}

/// A picture's address and what stands for it.
package struct SheetImage: Sendable {
    let source: String
    let text: String
}
