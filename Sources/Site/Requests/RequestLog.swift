import Clinic
import Hummingbird
import Logging

/// One line per request: the route's pattern, status, milliseconds and account id; never a name, a query or a body.
struct RequestLog {
    private let start = ContinuousClock.now

    func note(_ request: Request, _ response: Response, _ context: VisitorContext) {
        let elapsed = start.duration(to: .now)
        let microseconds = elapsed.components.seconds * 1_000_000 + elapsed.components.attoseconds / 1_000_000_000_000
        context.logger.info(
            "request",
            metadata: [
                "id": "\(context.visit.request)", "method": "\(request.method)",
                "route": "\(context.endpointPath ?? "none")", "status": "\(response.status.code)",
                "ms": "\(Double(microseconds / 100) / 10)",
                "account": "\(context.visit.session?.account.id.text ?? "none")",
            ])
    }
}
