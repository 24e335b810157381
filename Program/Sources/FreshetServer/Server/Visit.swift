import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// What comes with each request.
struct Visit: InitializableFromSource {
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        channel = source.channel
    }

    /// Whether the other end of the connection is on this machine.
    var isFromThisMachine: Bool { channel.remoteAddress?.ipAddress.map(HostRule.isLoopback) ?? false }
}

extension HTTPFields {
    /// Whether the client wants events as they happen.
    var wantsEvents: Bool { self[.accept]?.contains("text/event-stream") == true }

    /// Whether the client is a program that reads JSON.
    var wantsJSON: Bool { self[.accept]?.contains("application/json") == true }
}
