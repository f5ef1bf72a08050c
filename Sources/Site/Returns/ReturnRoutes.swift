import Clinic
import Foundation

/// What practices tell of a therapy prescription: by themselves with the code on the sheet, or through a clinician.
struct ReturnRoutes {
    let site: Site

    func add(to routes: SiteRoutes) {
        let visitor = ReturnHandlers(site: site)
        routes.visitor.get("/return") { try await visitor.codePage($0, $1) }
        routes.visitor.post("/return", limit: 8192) { try await visitor.checkCode($0, $1, $2) }
        routes.visitor.get("/return/form") { try await visitor.form($0, $1) }
        routes.visitor.postFile("/return/form") { try await visitor.record($0, $1, $2) }
        routes.visitor.get("/return/:code") { try await visitor.open($0, $1) }
        let course = CourseHandlers(site: site)
        routes.clinician.get("/returns") { try await course.codePage($0, $1) }
        routes.clinician.post("/returns", limit: 8192) { try await course.find($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/course", limit: ReturnForm.limit) {
            try await course.record($0, $1, $2)
        }
        routes.clinician.get("/prescriptions/:id/reports/:report") { try await course.report($0, $1) }
        routes.prescriber.post("/return-events/:id/withdrawal") { try await course.withdraw($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/return-code") { try await course.reissue($0, $1, $2) }
        routes.prescriber.post("/prescriptions/:id/return-code/revocation") { try await course.revoke($0, $1, $2) }
    }
}
