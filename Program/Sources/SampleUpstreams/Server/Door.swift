internal import WebText
internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore

/// Handles every request: logs it, delays it, applies a fault, or passes it to its upstream.
struct Door: Sendable {
    private let configuration: SampleUpstreams.Configuration
    private let control: Control
    private let connections: Connections
    private let data: SampleData

    init(_ configuration: SampleUpstreams.Configuration, control: Control, connections: Connections) {
        self.configuration = configuration
        self.control = control
        self.connections = connections
        data = SampleData(configuration)
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
            let trouble = Trouble(
                request: asked, connection: connection, right: { [data] in data.answer(whole) })
            try await trouble.happen(fault, writer: writer, before: end)
        } else {
            let answer = data.answer(asked)
            end.run()
            try await writer.write(answer, to: asked)
        }
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
