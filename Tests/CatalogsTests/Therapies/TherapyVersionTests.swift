import Catalogs
import Clinic
import Crypto
import Foundation
import Testing

/// A clinic approves a version of a shipped list. What changes under the same number would stay approved unseen.
@Suite("The versions of the shipped lists of therapies")
struct TherapyVersionTests {
    private struct Release: Hashable {
        let version: Int
        /// SHA-256 of `common.json` and the list's own file behind it, byte for byte.
        let digest: String

        init(_ version: Int, _ digest: String) { (self.version, self.digest) = (version, digest) }
    }

    /// What each list was released with last.
    private static let releases = [
        "spine": Release(2, "18d53bdaca635b9507c5c650c6cd90b20463380743a586c2e188ea47d738d333"),
        "shoulder": Release(2, "062c1c71cfc3d6d28a13ae363d5eca1f5bf8f0c5fcfd3ecb66ab0a249476e093"),
        "knee": Release(2, "665c4a57ed393119abafca9abc5f2221c6fdfe1d412f20615b747003bd6aba7e"),
        "hip": Release(2, "1bbc011b08979fadbea04de54bf269157a0486c7c7694f6724c1229081a196f1"),
        "foot_ankle": Release(2, "a3e823364f1b088eaf5e661f4ae6df16f9439e9c0889e9bdfa9efe9fd0cc237c"),
        "hand": Release(2, "9aa97f396195a70f52ed7ee6b6dcd514f746604876c33c8e87020a9d1f718798"),
        "neuro": Release(2, "431b0118b361117e976cb99526f3f83e4407c3820bbfd6bf5ce9e7e2209065b8"),
        "vestibular": Release(2, "96473138e64153aada5e5211867b938a2e872d383babd68ec606931d05ae8460"),
        "pelvic_floor": Release(2, "281a8af964a8827a9c6be332782bc0b5c8dcd05d5180c9fb069314faaa750ca3"),
        "pediatric": Release(2, "be21cbf14d766bfa4933e21387607af15a6aae228ae23ec0ef289ff676e893f3"),
        "geriatric_balance": Release(2, "b24302262ae6d75b42e0808a60a96c17e2b7d05a36a38324783cd8c994e87bb8"),
        "work": Release(2, "9f94567b328a519f5488029ef236cb192ae316e8dd67e7164d7cab741ad532c3"),
        "aquatic": Release(2, "91e51b78c74f1f427ce552d467f7849cb2489cab25318935212ff58ef6028461"),
        "lymphedema": Release(2, "e954f42413ff461ce5412010c6bfbb5408e595b675808fa424f21505e6e981c3"),
        "cardiopulm": Release(2, "17eb3485f293718b0195c0d34f855c3d2bad523343800dbc538232842a04ee43"),
        "tmj": Release(2, "47d8616b67701f2ded63b93b16ff6e410da713ea448879fb88ae6bd9935de726"),
    ]

    @Test("are other ones once anything in the files is other")
    func released() throws {
        let folder = TherapyTemplatesTests.folder
        let common = try Data(contentsOf: folder.appendingPathComponent("common.json"))
        let templates = try TherapyTemplates(folder: folder).all
        #expect(Set(templates.map(\.id)) == Set(Self.releases.keys))
        for template in templates {
            let own = try Data(contentsOf: folder.appendingPathComponent("\(template.id).json"))
            let digest = SHA256.hash(data: common + own).map { String(format: "%02x", $0) }.joined()
            let now = Release(template.version, digest)
            let released = try #require(Self.releases[template.id])
            #expect(
                released == now,
                """
                The content of \(template.id) changed. Count its version up beyond \(released.version), then write here:
                "\(template.id)": Release(\(template.version), "\(digest)"),
                """)
            #expect(now.version >= released.version)
        }
    }
}
