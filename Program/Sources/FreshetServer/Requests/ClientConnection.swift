import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Platform

/// The connection of a request, which Hummingbird calls its context.
struct ClientConnection: InitializableFromSource {
    let channel: any Channel

    init(channel: any Channel) { self.channel = channel }

    init(source: ApplicationRequestContextSource) { self.init(channel: source.channel) }

    /// The address at the other end, which may be a proxy's. Through a Unix socket, it is this machine's.
    var peer: IPAddress? {
        if channel.localAddress?.pathname != nil { return IPAddress("127.0.0.1") }
        return channel.remoteAddress?.ipAddress.flatMap(IPAddress.init)
    }
}

extension HTTPFields {
    /// Whether the client asks for server-sent events.
    var wantsEvents: Bool { self[.accept]?.contains("text/event-stream") == true }

    /// Whether the client asks for JSON.
    var wantsJSON: Bool { self[.accept]?.contains("application/json") == true }

    /// Whether a browser is about to show the page to a person.
    var isForPerson: Bool { self[.accept]?.contains("text/html") == true && self[.secPurpose] == nil }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let secPurpose = HTTPField.Name("Sec-Purpose").unsafelyUnwrapped
}
