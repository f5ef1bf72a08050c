import Clinic
import Foundation
import Logging
import ServiceLifecycle
import Store
import Synchronization

/// Sends what is queued: one letter and one text at a time, each channel by itself. Told to stop it begins nothing new and lets
/// what is under way end; what does not end in time is taken up at the next start.
package final class Outbox: Service {
    private let database: ClinicDatabase
    private let secrets: SendingSecrets
    private let limits: TransferLimits
    private let logger: Logger
    private let stop = CurlTransfer.Stop()
    private let pictures: PictureMaker?
    private let bells: [DeliveryChannel: Bell] = [.email: Bell(), .textMessage: Bell()]
    /// Rings when there is something to ask a gateway about.
    private let questions = Bell()

    /// Makes a picture of a sheet's PDF for a delivery: gives what stands in the gateway's field of a picture. Throws
    /// ``NoPicture`` where the gateway could not have one.
    package typealias PictureMaker =
        @Sendable (_ sheet: Data, Delivery, GatewaySettings.Pictures.Manner) async throws -> String

    /// The gateway cannot be given a picture, whenever it is tried.
    package struct NoPicture: Error {
        package init() {}
    }

    /// How long what is under way may go on once the program is told to stop.
    private static let patience = Duration.seconds(3)
    /// Waits are cut to this, so that a clock that was set does not delay anything for long.
    private static let longestSleep = 60.0

    /// - Parameter pictures: nil where no pictures can be made.
    package init(
        database: ClinicDatabase, secrets: SendingSecrets, limits: TransferLimits = TransferLimits(),
        pictures: PictureMaker? = nil, logger: Logger
    ) {
        self.pictures = pictures
        self.database = database
        self.secrets = secrets
        self.limits = limits
        self.logger = logger
        database.whenDeliveriesAreQueued { [bells] in bells.values.forEach { $0.ring() } }
    }

    /// Says that something was queued.
    package func wake() {
        for bell in bells.values { bell.ring() }
        questions.ring()
    }

    /// Works until the program stops.
    package func run() async throws {
        let gatewayKnowsKeys = !(database.sendingSettings.settings.gateway?.keyHeader ?? "").isEmpty
        try await database.takeUpDeliveries(gatewayKnowsKeys: gatewayKnowsKeys)
        await withTaskGroup(of: Void.self) { group in
            for (channel, bell) in bells {
                group.addTask {
                    await self.work(bell, "\(channel)") {
                        // What waits for a channel that is not set up is due all the time: setting it up rings.
                        guard self.database.sendingSettings.settings.has(channel) else { return nil }
                        return try await self.database.nextDelivery(channel)
                    } one: {
                        try await self.sendNext(channel)
                    }
                }
            }
            group.addTask {
                await self.work(self.questions, "questions") {
                    self.canAsk ? try await self.database.nextQuestion() : nil
                } one: {
                    try await self.askNext()
                }
            }
            group.addTask {
                try? await gracefulShutdown()
                for bell in self.bells.values { bell.close() }
                self.questions.close()
                // Cancelled when nothing is under way any more.
                try? await Task.sleep(for: Self.patience)
                self.stop.now()
            }
            for _ in 0...bells.count { await group.next() }
            group.cancelAll()
        }
    }

    /// Sends all that is due now, asks about all that is to be asked now, and returns. For tests and for a program without a
    /// server.
    package func sendDue() async throws {
        for channel in DeliveryChannel.allCases {
            while try await sendNext(channel) {}
        }
        while try await askNext() {}
    }

    /// - Parameters:
    ///   - next: when there is something to do next; nil for nothing.
    ///   - one: does one thing; says whether there was one.
    private func work(
        _ bell: Bell, _ name: String, next: () async throws -> Date?, one: () async throws -> Bool
    ) async {
        while !bell.isClosed {
            do {
                // Rung while it worked: look again.
                let heard = bell.count
                while !bell.isClosed, try await one() {}
                let wait = try await next().map { max(0.05, $0.timeIntervalSince(database.surroundings.now())) }
                await bell.wait(after: heard, seconds: min(wait ?? Self.longestSleep, Self.longestSleep))
            } catch {
                logger.error("the outbox could not be read or written: \(error)", metadata: ["work": "\(name)"])
                await bell.wait(after: bell.count, seconds: 5)
            }
        }
    }

    private var canAsk: Bool { database.sendingSettings.settings.gateway?.status != nil }

    /// Asks the gateway about one message.
    /// - Returns: whether there was one.
    private func askNext() async throws -> Bool {
        guard let settings = database.sendingSettings.settings.gateway, settings.status != nil,
            let question = try await database.dueQuestion()
        else { return false }
        let gateway = TextGateway(
            settings, secret: secrets.gatewaySecret.secret, authorities: secrets.authorities, limits: limits)
        let (arrival, words) = await gateway.arrival(of: question.reference, stop: stop)
        // Broken off by us is no answer and no question.
        if questions.isClosed, arrival == .unknown { return false }
        try await database.noteArrival(of: question.delivery, arrival, words: words)
        logger.info("arrival", metadata: ["id": "\(question.delivery)", "arrival": "\(arrival)"])
        return true
    }

    /// - Returns: whether there was one.
    private func sendNext(_ channel: DeliveryChannel) async throws -> Bool {
        // What is not set up is not tried: it waits, and says so on its page.
        guard database.sendingSettings.settings.has(channel) else { return false }
        guard let delivery = try await database.claimDelivery(channel) else { return false }
        let result = await send(delivery)
        try await keep(result, of: delivery)
        if case .accepted = result.outcome { questions.ring() }
        logger.info(
            "delivery", metadata: ["id": "\(delivery.id)", "channel": "\(channel)", "outcome": "\(result.outcome)"])
        return true
    }

    /// Notes a result; a database that is busy or full for a moment is asked again, since what was sent must not be sent twice.
    private func keep(_ result: SendingResult, of delivery: Delivery) async throws {
        for attempt in 1...5 {
            do {
                return try await database.finishDelivery(delivery.id, result.outcome, words: result.words)
            } catch StoreError.unavailable(let reason) where attempt < 5 {
                logger.error("a result could not be kept", metadata: ["id": "\(delivery.id)", "reason": "\(reason)"])
                try await Task.sleep(for: .milliseconds(200 * attempt))
            }
        }
    }

    private func send(_ delivery: Delivery) async -> SendingResult {
        do {
            let sheet = try await database.sheet(of: delivery)
            guard delivery.content.picture else {
                return await send(delivery.content, to: delivery.recipient, sheet: sheet, key: delivery.key)
            }
            // What was previewed with a picture never goes out without it; whoever sent it is told and decides.
            guard let manner = database.sendingSettings.settings.gateway?.pictures?.manner, let sheet, let pictures
            else { throw NoPicture() }
            return await send(
                delivery.content, to: delivery.recipient, picture: try await pictures(sheet, delivery, manner),
                key: delivery.key)
        } catch is NoPicture {
            return SendingResult(.failed(.noPicture), words: nil)
        } catch {
            logger.error("a delivery could not be made: \(error)", metadata: ["id": "\(delivery.id)"])
            return SendingResult(.failedForNow(.internalError), words: nil)
        }
    }

    /// Sends one message past the queue, for the test of the settings.
    /// - Parameters:
    ///   - sheet: the PDF that is attached to an e-mail.
    ///   - picture: what stands in the gateway's field of a picture.
    package func send(
        _ content: DeliveryContent, to recipient: DeliveryRecipient, sheet: Data? = nil, picture: String? = nil,
        key: String
    ) async -> SendingResult {
        let settings = database.sendingSettings.settings
        switch recipient.address {
        case .email(let address):
            guard let mail = settings.mail else { return SendingResult(.failedForNow(.notConfigured), words: nil) }
            let server = MailServer(
                mail, password: secrets.mailPassword.secret, authorities: secrets.authorities, limits: limits)
            let message = MailMessage(
                from: mail, to: address, toName: recipient.name, content: content, sheet: sheet,
                date: database.surroundings.now(), key: key)
            return await server.send(message, stop: stop)
        case .textMessage(let number):
            guard let settings = settings.gateway else {
                return SendingResult(.failedForNow(.notConfigured), words: nil)
            }
            let gateway = TextGateway(
                settings, secret: secrets.gatewaySecret.secret, authorities: secrets.authorities, limits: limits)
            return await gateway.send(content.text, to: number, picture: picture, key: key, stop: stop)
        }
    }

    /// Whether the secret that a channel needs is there; true where it needs none.
    package func hasSecret(for channel: DeliveryChannel) -> Bool {
        let settings = database.sendingSettings.settings
        switch channel {
        case .email: return settings.mail?.user.isEmpty ?? true || secrets.mailPassword.secret != nil
        case .textMessage:
            return settings.gateway.map { $0.signIn == .none } ?? true || secrets.gatewaySecret.secret != nil
        }
    }
}

extension SendingSettings {
    /// Whether a channel is set up.
    package func has(_ channel: DeliveryChannel) -> Bool {
        switch channel {
        case .email: mail != nil
        case .textMessage: gateway != nil
        }
    }
}
