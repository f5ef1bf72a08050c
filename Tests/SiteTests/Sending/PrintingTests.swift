import Clinic
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Site

@Suite("Copies on paper")
struct PrintingTests {
    @Test("each copy stands on pages of its own and says whose it is")
    func copies() async throws {
        let clinic = try await SendingSite()
        try await clinic.run { browser, path in
            let page = try await browser.get("\(path)/printing")
            #expect(page.text.contains("Clinic copy") && page.body.components(separatedBy: "<article").count == 3)
            #expect(page.body.contains("<p class=\"sheet__copy\">Patient copy</p>"))
            #expect(!page.body.contains("<p class=\"sheet__copy\">Therapist copy</p>"))
            let all = try await browser.get("\(path)/printing?copy=practice&copy=clinic&copy=nonsense&copy=clinic")
            #expect(all.body.components(separatedBy: "<article").count == 3)
            #expect(all.body.contains("printing.pdf?copy=clinic&amp;copy=practice"))
            // The sheet itself says nothing of copies: what is kept stays what it was.
            #expect(!(try await browser.get(path).body.contains("sheet__copy")))
        }
    }
}
