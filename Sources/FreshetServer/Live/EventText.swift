import NIOCore

/// Server-sent events as they are sent (HTML Living Standard, section 9.2).
enum EventText {
    /// What a stream begins with: how many milliseconds a browser waits before it comes again.
    static let beginning = ByteBuffer(string: "retry: 2000\n\n")
    /// What shows both sides that the other one is still there.
    static let heartbeat = ByteBuffer(string: ": heartbeat\n\n")

    /// One event; `data` has no line ends, as JSON in one line.
    static func event(_ id: EventID, _ name: String, _ data: some Collection<UInt8>) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: data.count + 80)
        buffer.writeString("id: \(id)\nevent: \(name)\ndata: ")
        buffer.writeBytes(data)
        buffer.writeStaticString("\n\n")
        return buffer
    }
}
