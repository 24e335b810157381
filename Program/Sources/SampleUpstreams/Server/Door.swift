internal import WebText
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Handles every request: logs it, delays it, applies a fault, or passes it to its upstream.
struct Door: Sendable {
    private let configuration: SampleUpstreams.Configuration
    private let control: Control
    private let connections: Connections
    private let samples: [any Sample]

    init(_ configuration: SampleUpstreams.Configuration, control: Control, connections: Connections) {
        self.configuration = configuration
        self.control = control
        self.connections = connections
        let world = World(configuration, start: configuration.start ?? control.now)
        samples = Samples.all.map { $0.init(world) }
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
            let whole = asked.withoutConditions
            let trouble = Trouble(request: asked, connection: connection, right: { route(whole) })
            try await trouble.happen(fault, writer: writer, before: end)
        } else {
            let answer = route(asked)
            end.run()
            try await writer.write(answer, to: asked)
        }
    }

    private func route(_ request: SampleRequest) -> Answer {
        for sample in samples {
            let base = type(of: sample).basePath.split(separator: "/").map(String.init)
            if request.path.starts(with: base) {
                return sample.answer(request, path: Array(request.path.dropFirst(base.count)))
            }
        }
        let bases = samples.map { type(of: $0).basePath }.joined(separator: ", ")
        return Answer(404, html: "<html><body>Look under \(bases).</body></html>")
    }
}

extension ResponseWriter {
    /// Writes a complete response; `HEAD` gets only its headers.
    consuming func write(_ answer: Answer, to request: SampleRequest) async throws {
        let answer = request.takesGzip ? answer.gzipped() : answer
        let head = answer.head(date: HTTPDate(request.now).description, length: answer.body.count)
        let isBodiless = request.method == "HEAD" || answer.status == 304 || answer.status == 204
        let body = isBodiless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        try await write(response: head, body: body)
    }
}
