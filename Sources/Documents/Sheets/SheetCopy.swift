/// Whose copy of a sheet is printed. All say the same; only the word at the top differs.
package enum SheetCopy: String, Sendable, CaseIterable {
    case clinic, patient, practice, pharmacy
}
