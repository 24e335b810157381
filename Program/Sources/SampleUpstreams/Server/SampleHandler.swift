import HTTPTypes
import HummingbirdCore
import NIOCore
import Synchronization
import WebText

/// Handles every request: logs it, delays it, applies a fault, or passes it to its upstream.
struct SampleHandler: Sendable {
    private let configuration: SampleUpstreams.Configuration
    private let control: FaultControl
    private let connections: Connections
    private let data: SampleData

    init(_ configuration: SampleUpstreams.Configuration, control: FaultControl, connections: Connections) {
        self.configuration = configuration
        self.control = control
        self.connections = connections
        data = SampleData(configuration)
    }

    func respond(to request: Request, writer: consuming ResponseWriter, channel: any Channel) async throws {
        let connection = connections.connection(of: channel)
        let arrival = SampleRequest(request.head, now: control.now)
        if configuration.isControllable, arrival.path.first == "control" {
            return try await writer.write(RemoteControl(control: control).response(arrival), to: arrival)
        }
        let body = request.method == .post ? String(buffer: try await request.body.collect(upTo: 64 << 10)) : ""
        let logged = arrival.logged(body: body)
        let (latency, fault) = control.began(logged)
        let end = Once { control.ended(logged.api) }
        defer { end.run() }
        await connection.stays(for: latency)
        var asked = SampleRequest(request.head, now: control.now)
        asked.takesGzip = configuration.usesGzip && asked.header("accept-encoding")?.contains("gzip") == true
        if let fault {
            let whole = asked.withoutConditions
            let faulty = FaultyResponse(
                request: asked, connection: connection, right: { [data] in data.response(whole) })
            try await faulty.happen(fault, writer: writer, before: end)
        } else {
            let response = data.response(asked)
            end.run()
            try await writer.write(response, to: asked)
        }
    }
}

extension ResponseWriter {
    /// Writes a complete response; `HEAD` gets only its headers.
    consuming func write(_ response: SampleResponse, to request: SampleRequest) async throws {
        let response = request.takesGzip ? response.gzipped() : response
        let head = response.head(date: HTTPDate(request.now).description, length: response.body.count)
        let isBodiless = request.method == "HEAD" || response.status == 304 || response.status == 204
        let body = isBodiless ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: response.body))
        try await write(response: head, body: body)
    }
}

/// An action that runs at most once, for the first caller.
final class Once: Sendable {
    private let isDone = Mutex(false)
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    func run() {
        let wasDone = isDone.withLock { isDone in
            defer { isDone = true }
            return isDone
        }
        if !wasDone { action() }
    }
}
