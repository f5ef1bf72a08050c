import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Rendering
import Sending
import Store

/// Sheets as pictures, in the way that the clinic's gateway takes them.
struct SheetPictureMaker: Sendable {
    let database: ClinicDatabase
    let reader: PictureReader
    let seal: FormSeal
    /// Nil: nobody can fetch anything.
    let publicAddress: String?

    /// What stands in the gateway's field: the picture as base64, or the address from which it is fetched. The address of a
    /// delivery is the same at every attempt, so that a gateway which knows repetitions takes it for one.
    func value(_ sheet: Data, _ delivery: Delivery, _ manner: GatewaySettings.Pictures.Manner) async throws -> String {
        switch manner {
        case .content: return try await reader.picture(ofSheet: sheet).base64EncodedString()
        case .address:
            guard let publicAddress else { throw Outbox.NoPicture() }
            let token = seal.digest("sheet-picture:\(delivery.id)").base64URL
            try await database.keepPicture(
                try await reader.picture(ofSheet: sheet), of: delivery.id, tokenHash: SecretToken.hash(token))
            return "\(publicAddress)/sheet-pictures/\(token)"
        }
    }
}

/// Hands the picture of one delivery to whoever has its secret address: the gateway.
struct SheetPictureHandlers {
    let site: Site

    /// Tries of one address are counted, right ones taken off again.
    func show(_ request: Request, _ context: VisitorContext) async throws -> Response {
        guard let token = context.parameters.get("token"), token.utf8.count == 43 else { throw StoreError.notFound }
        let hash = SecretToken.hash(token)
        let key = ThrottleKey(hash: hash, free: SignInThrottle.freeForAccount)
        let address = ThrottleKey.address(of: context.visit)
        let wait = try await site.database.beginSignIn([key, address])
        guard wait == 0 else {
            return Response(status: .tooManyRequests, headers: [.retryAfter: "\(Int(wait.rounded(.up)))"])
        }
        let png = try await site.database.takePicture(tokenHash: hash, by: context.actor)
        try await site.database.endSignIn(account: key, address: address)
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/png", .contentLength: "\(png.count)", .cacheControl: "no-store",
                .contentDisposition: "inline; filename=\"prescription.png\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
    }
}
