internal import WebText
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Where every request comes in: it is noted, waits, fails if it is told to, else is answered by its upstream.
struct Door: Sendable {
    private let configuration: SampleUpstreams.Configuration
    private let control: Control
    private let connections: Connections
    private let gitHub: GitHubSample
    private let eonet: EONETSample
    private let news: NewsSample

    init(_ configuration: SampleUpstreams.Configuration, control: Control, connections: Connections) {
        self.configuration = configuration
        self.control = control
        self.connections = connections
        let world = World(configuration, start: configuration.start ?? control.now)
        gitHub = GitHubSample(world)
        eonet = EONETSample(world)
        news = NewsSample(world)
    }

    func answer(_ request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let connection = connections.connection(of: channel)
        let arrival = SampleRequest(request.head, now: control.now)
        if configuration.isControllable, arrival.path.first == "control" {
            return try await writer.write(RemoteControl(control: control).answer(arrival), to: arrival)
        }
        let logged = arrival.logged()
        let (latency, fault) = control.began(logged)
        let end = Once { control.ended(logged.api) }
        defer { end.run() }
        await connection.stays(for: latency)
        var asked = SampleRequest(request.head, now: control.now)
        asked.takesGzip = configuration.usesGzip && asked.header("accept-encoding")?.contains("gzip") == true
        if let fault {
            let trouble = Trouble(request: asked, connection: connection, right: { [asked] in route(asked) })
            try await trouble.happen(fault, writer: writer, before: end)
        } else {
            let answer = route(asked)
            end.run()
            try await writer.write(answer, to: asked)
        }
    }

    private func route(_ request: SampleRequest) -> Answer {
        let rest = Array(request.path.dropFirst())
        switch request.path.first {
        case "github": return gitHub.answer(request, path: rest)
        case "eonet" where rest.starts(with: ["api", "v3"]):
            return eonet.answer(request, path: Array(rest.dropFirst(2)))
        case "news" where rest.first == "v0": return news.answer(request, path: Array(rest.dropFirst()))
        default: return Answer(404, html: "<html><body>Look under /github, /eonet/api/v3 and /news/v0.</body></html>")
        }
    }
}

extension ResponseWriter {
    /// Writes a whole answer; a `HEAD` gets its headers only.
    consuming func write(_ answer: Answer, to request: SampleRequest) async throws {
        let answer = request.takesGzip ? answer.gzipped() : answer
        let head = answer.head(date: HTTPDate(request.now).description, length: answer.body.count)
        let isBodiless = request.method == "HEAD" || answer.status == 304 || answer.status == 204
        let body = isBodiless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        try await write(response: head, body: body)
    }
}
