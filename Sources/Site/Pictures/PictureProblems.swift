import Clinic
import Foundation
import Logging
import Rendering

extension Site {
    /// The picture in a file that somebody chose.
    /// - Throws: ``Problem`` in words that help to choose another.
    func picture(in file: Data, field: String) async throws -> Picture {
        do {
            return try await pictures.picture(in: file)
        } catch let failure as PictureReader.Failure {
            if failure == .missing {
                logger.error("pictures cannot be read: install the Debian package libvips-tools")
            }
            throw failure.problem(field)
        }
    }
}

extension PictureReader.Failure {
    /// What to say at the field.
    func problem(_ field: String) -> Problem {
        switch self {
        case .tooLarge:
            Problem(field, "pictures.problem.too-large", ["max": "\(PictureReader.largestFile >> 20)"])
        case .unknownFormat: Problem(field, "pictures.problem.unknown-format")
        case .tooManyPixels:
            Problem(field, "pictures.problem.too-many-pixels", ["max": "\(PictureReader.mostPixels / 1_000_000)"])
        case .damaged: Problem(field, "pictures.problem.damaged")
        case .busy: Problem(field, "pictures.problem.busy")
        case .missing: Problem(field, "pictures.problem.missing")
        }
    }
}
