/// This program's own version.
package enum ProgramVersion {
    /// Semantic versioning 2.0.0.
    package static let text = "0.1.0"
}
