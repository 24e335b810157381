/// Collects bytes in blocks and hands them on.
struct XMLOutput {
    private static let blockSize = 32_768
    private var block: [UInt8] = []
    private let sink: (UnsafeBufferPointer<UInt8>) -> Bool
    /// Whether the receiver wants no more.
    private(set) var isClosed = false

    init(_ sink: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) {
        self.sink = sink
        block.reserveCapacity(Self.blockSize)
    }

    mutating func write(_ byte: UInt8) {
        if block.count == Self.blockSize { flush() }
        block.append(byte)
    }

    mutating func write(_ text: String) {
        for byte in text.utf8 { write(byte) }
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if block.count == Self.blockSize { flush() }
            let part = rest.prefix(Self.blockSize - block.count)
            block.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
        }
    }

    mutating func flush() {
        if !block.isEmpty, !isClosed { isClosed = !block.withUnsafeBufferPointer(sink) }
        block.removeAll(keepingCapacity: true)
    }
}
