/// A clinician's own provider information, icon and signature.
struct ProviderRoutes {
    let site: Site

    /// Bytes of a form with a picture. Several times what a picture may have, so that one that is too large is told so in
    /// words instead of being cut off.
    static let pictureFormLimit = 32 << 20

    func add(to routes: SiteRoutes) {
        let provider = ProviderHandlers(site: site)
        routes.clinician.get("/provider") { try await provider.show($0, $1) }
        routes.clinician.post("/provider") { try await provider.update($0, $1, $2) }
        let icon = IconHandlers(site: site)
        routes.clinician.get("/provider/icon") { try await icon.show($0, $1) }
        routes.clinician.post("/provider/icon", limit: Self.pictureFormLimit) { try await icon.update($0, $1, $2) }
        routes.clinician.get("/provider/icon/image") { try await icon.image($0, $1) }
        let signature = SignatureHandlers(site: site)
        routes.clinician.get("/provider/signature") { try await signature.show($0, $1) }
        routes.clinician.post("/provider/signature", limit: Self.pictureFormLimit) {
            try await signature.update($0, $1, $2)
        }
        routes.clinician.get("/provider/signature/image") { try await signature.image($0, $1) }
    }
}
