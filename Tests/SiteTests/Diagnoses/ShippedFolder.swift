import Foundation
import TestSupport

/// A program's data folder of its own with small lists.
struct ShippedFolder {
    let url = TemporaryFolder.newFile("data")

    init() throws {
        let catalogs = url.appendingPathComponent("catalogs")
        try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
        try write("icd10cm", release: "FY2026", from: "2025-10-01", title: "Cervicalgia")
        try write("icd9cm", release: "v32", from: "2014-10-01", title: "Neck pain")
        let synonyms = "phrase\tlanguage\ticd10cm\ticd9cm\nstiff neck\ten\tM542\tM542\n"
        try Data(synonyms.utf8).write(to: catalogs.appendingPathComponent("synonyms.tsv"))
        try FileManager.default.copyItem(
            at: Project.folder("data/catalogs/medications.tsv"),
            to: catalogs.appendingPathComponent("medications.tsv"))
        let places = "zip\tlatitude\tlongitude\tcity\tstate\n04101\t43.6606\t-70.2589\tPortland\tME\n"
        try Data(places.utf8).write(to: catalogs.appendingPathComponent("zip_areas.tsv.xz"))
    }

    /// Writes a list with one code. Not packed: the reader takes plain files under the same name.
    func write(_ system: String, release: String, from: String, title: String) throws {
        let text = """
            #system\t\(system)
            #release\t\(release)
            #title\t\(system) \(release)
            #effective_from\t\(from)
            code\tparent\tbillable\ttitle\tterms
            M542\t\t1\t\(title)\t

            """
        let file = url.appendingPathComponent("catalogs/\(system).tsv.xz")
        try Data(text.utf8).write(to: file)
    }
}
