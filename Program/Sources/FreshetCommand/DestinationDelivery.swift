import Dispatch
import Feeds
import Freshet
import FreshetHTTP
import Platform

/// Sends notes to destinations: by HTTP, or through a program.
struct DestinationDelivery: Sendable {
    private let client: HTTPClient

    /// - Parameter seconds: the time limit for a web server.
    init(timeout seconds: Int = 30) {
        let limits = HTTPClient.Limits(
            connect: .seconds(min(10, seconds)), firstByte: .seconds(seconds), whole: .seconds(seconds), body: 1 << 20)
        client = HTTPClient(
            configuration: .init(userAgent: "freshet/" + Version.current, limits: limits, maximumRedirects: 0))
    }

    /// Throws if the destination didn't accept the message.
    func deliver(_ note: OutgoingMessage, to destination: Destination) async throws {
        if let http = try DestinationRequest(note, to: destination) {
            let bounds = RequestBounds(privateOrigins: destination.mayReachPrivateNetworks ? nil : [])
            let purpose = RequestPurpose.other.bounded(bounds).sending(http.body)
            _ = try await client.response(for: http.request, purpose: purpose).value
            return
        }
        let (process, input) = try process(note, destination)
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global().async { continuation.resume(with: Result { try process.run(input: input) }) }
        }
    }

    private func process(_ note: OutgoingMessage, _ destination: Destination) throws -> (ChildProcess, Data) {
        switch destination.kind {
        case .desktop:
            // Without the dashes a title could be an option.
            let process = ChildProcess(arguments: [
                "notify-send", "--app-name=Freshet", "--", note.title, note.summary(atMost: 1_000),
            ])
            return (process, Data())
        case .email:
            return (ChildProcess(arguments: [Self.sendmail, "-i", "--", destination.target]), mail(note, destination))
        case .exec, .webhook, .ntfy:
            let process = ChildProcess(
                arguments: ["/bin/sh", "-c", destination.target],
                variables: [
                    // Linux bounds a variable to 128 KiB. Standard input has everything.
                    "FRESHET_ID": note.id, "FRESHET_TITLE": note.title, "FRESHET_BODY": note.summary(atMost: 10_000),
                    "FRESHET_COUNT": String(note.parts.count),
                ])
            // A digest has no notifications, but a command should get something to read.
            let lines = note.parts.isEmpty ? [try note.json()] : try note.lines()
            return (process, lines.reduce(into: Data()) { $0 += $1 + [UInt8(ascii: "\n")] })
        }
    }

    private static var sendmail: String {
        ProgramPath(named: "sendmail", in: ProcessInfo.processInfo.environment["PATH"]).path
    }

    private func mail(_ note: OutgoingMessage, _ destination: Destination) -> Data {
        let body: String
        if let html = note.html {
            body = html
        } else if note.parts.isEmpty {
            body = note.body
        } else {
            body = note.distinctParts.map { [$0.titleWithFeed, $0.url].compactMap { $0 }.joined(separator: "\n") }
                .joined(separator: "\n\n")
        }
        let type = note.html == nil ? "plain" : "html"
        let headers = [
            "To: \(destination.target)", "Subject: \(Self.encoded(note.title))",
            "Message-ID: <\(note.id)@freshet.invalid>",
            "MIME-Version: 1.0", "Content-Type: text/\(type); charset=utf-8", "Content-Transfer-Encoding: base64",
        ]
        let text = Data(body.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
        return Data((headers.joined(separator: "\n") + "\n\n" + text + "\n").utf8)
    }

    /// The text as a header field's value (RFC 2047), in words of at most 75 characters.
    private static func encoded(_ text: String) -> String {
        if text.utf8.count <= 60, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
        var words: [String] = [], word = ""
        for character in text {
            if word.utf8.count + character.utf8.count > 42 {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        words.append(word)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
    }
}

extension Notifier {
    /// A notifier that sends with the program's means and reports on standard error.
    convenience init(_ environment: FeedEnvironment, _ context: CommandContext) {
        self.init(environment) { context.complain($0) }
    }

    /// A notifier that sends with the program's means.
    convenience init(_ environment: FeedEnvironment, report: @escaping @Sendable (String) -> Void) {
        let delivery = DestinationDelivery()
        self.init(
            environment, offset: LocalTime.system.offset, report: report,
            deliver: { try await delivery.deliver($0, to: $1) })
    }
}
