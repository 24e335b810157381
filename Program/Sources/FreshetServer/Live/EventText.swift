import NIOCore

/// Server-sent events as text (HTML Living Standard, section 9.2).
enum EventText {
    /// The start of a stream: browsers reconnect after 2 s.
    static let beginning = ByteBuffer(string: "retry: 2000\n\n")
    /// A comment that keeps the connection alive.
    static let heartbeat = ByteBuffer(string: ": heartbeat\n\n")
    /// The same for pages, whose scripts don't receive comments: without it they reconnect.
    static let beat = ByteBuffer(string: ": heartbeat\n\nevent: beat\ndata: 1\n\n")

    /// One event; `data` must not contain line breaks. Without an id the client keeps its last one.
    static func event(_ id: EventID?, _ name: String, _ data: some Collection<UInt8>) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: data.count + 80)
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeBytes(data)
        buffer.writeStaticString("\n\n")
        return buffer
    }

    /// The version of the list of followed feeds, with their names and folders.
    static func followed(_ id: EventID) -> ByteBuffer { event(nil, "followed", Array(id.description.utf8)) }

    /// How many items are unread, in all followed feeds, in each and in each folder, by the paths of their pages.
    static func unread(_ total: Int, _ counts: [(path: String, count: Int)]) -> ByteBuffer {
        let list = [("/unread", total)] + counts.map { ($0.path, $0.count) }
        let fields = list.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        return event(nil, "unread", Array("{\(fields)}".utf8))
    }
}
