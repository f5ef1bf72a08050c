import Clinic
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Responses {
    /// A picture for the one who may see it. The browser asks each time whether it is still the one it has.
    static func picture(_ picture: Picture, hash: PictureHash, to request: Request) -> Response {
        let tag = "\"\(hash.hex.prefix(32))\""
        var headers: HTTPFields = [.eTag: tag, .contentType: "image/png", .cacheControl: "private, no-cache"]
        if request.headers[.ifNoneMatch]?.contains(tag) == true {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = "\(picture.png.count)"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.png)))
    }
}
