import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing

@testable import Site

@Suite("How devices come to trust the server")
struct TrustTests {
    private func site() async throws -> (TestSite, SiteNetwork) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("theralog-\(UUID().uuidString)")
        let address = try #require(NetworkAddress("192.0.2.10"))
        let names = HostNames(names: ["localhost", "clinic.local"], addresses: [address])
        let keeper = try CertificateKeeper(
            .authority(folder: folder), machine: { names },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let network = SiteNetwork(keeper)
        network.listens(secure: 8443)
        network.listens(plain: 8080)
        return (try await TestSite { $0.network = network }, network)
    }

    @Test("the page and the sheet say fingerprint, address and the steps for every system, in both languages")
    func pages() async throws {
        let (site, network) = try await site()
        let fingerprint = try #require(try network.keeper.authority?.fingerprint())
        try await site.run { browser in
            for path in ["/trust", "/trust/sheet"] {
                for (language, words) in [
                    ("en", "Certificate Trust Settings"), ("de", "Zertifikatsvertrauenseinstellungen"),
                ] {
                    let page = try await browser.get("\(path)?language=\(language)")
                    #expect(page.status == 200)
                    #expect(page.body.contains("<html lang=\"\(language)\""))
                    #expect(page.text.contains(fingerprint) && page.text.contains(words))
                    for system in ["Windows", "macOS", "iPhone", "Android", "Linux", "Firefox"] {
                        #expect(page.text.contains(system), "\(system)")
                    }
                    #expect(page.text.contains("https://192.0.2.10:8443"))
                }
            }
        }
    }

    @Test("the sheet's code leads to the page that can be opened before there is trust")
    func code() async throws {
        let (site, _) = try await site()
        try await site.run { browser in
            let sheet = try await browser.get("/trust/sheet")
            let svg = try #require(sheet.body.firstMatch(of: /<svg [^>]*qr-code[\s\S]*?<\/svg>/))
            #expect(try BarCodeReader.texts(svg: String(svg.0)) == ["http://192.0.2.10:8080/trust"])
        }
    }

    @Test("the certificate comes as text and in binary, with the type that devices know")
    func certificate() async throws {
        let (site, network) = try await site()
        let pem = try #require(try network.keeper.authority?.pem())
        try await site.run { browser in
            let text = try await browser.get("/trust/theralog-authority.crt")
            #expect(text.body == pem)
            let binary = try await browser.get("/trust/theralog-authority.cer")
            for answer in [text, binary] {
                #expect(answer.status == 200 && answer.headers[.contentType] == "application/x-x509-ca-cert")
            }
        }
    }

    @Test("without an authority of the clinic's own there is a page, and nothing to download")
    func none() async throws {
        let site = try await TestSite()
        let proxied = try await TestSite { $0.trustedProxies = ["192.0.2.1"].compactMap { NetworkRange($0) } }
        try await site.run { browser in
            let page = try await browser.get("/trust")
            #expect(page.text.contains("make serve LAN=1"))
            for path in ["/trust/sheet", "/trust/theralog-authority.crt", "/trust/theralog-authority.cer"] {
                let answer = try await browser.get(path)
                #expect(answer.status == 404, "\(path)")
            }
        }
        try await proxied.run { browser in
            let page = try await browser.get("/trust")
            #expect(page.text.contains("Another server stands in front of this one"))
        }
    }
}
