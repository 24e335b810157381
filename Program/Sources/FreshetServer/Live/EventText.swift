import NIOCore

/// Server-sent events as they are sent (HTML Living Standard, section 9.2).
enum EventText {
    /// What a stream begins with: how many milliseconds a browser waits before it comes again.
    static let beginning = ByteBuffer(string: "retry: 2000\n\n")
    /// What shows both sides that the other one is still there.
    static let heartbeat = ByteBuffer(string: ": heartbeat\n\n")
    /// The same for pages, whose scripts hear no comments: whoever hears nothing for long, as after a sleep, comes again.
    static let beat = ByteBuffer(string: ": heartbeat\n\nevent: beat\ndata: 1\n\n")

    /// One event; `data` has no line ends, as JSON in one line. Without an id the client keeps the one it has.
    static func event(_ id: EventID?, _ name: String, _ data: some Collection<UInt8>) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: data.count + 80)
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeString("event: \(name)\ndata: ")
        buffer.writeBytes(data)
        buffer.writeStaticString("\n\n")
        return buffer
    }

    /// Which feeds the events that follow are of, by the paths of their pages.
    static func feeds(_ addresses: [FeedAddress]) -> ByteBuffer {
        // A path has nothing in it that JSON escapes.
        let list = addresses.map { "\"\($0.path)\"" }.joined(separator: ",")
        return event(nil, "feeds", Array("[\(list)]".utf8))
    }
}
