/// Buffers bytes and writes them in blocks.
final class XMLOutput {
    private static let blockSize = 32_768
    private let block = UnsafeMutablePointer<UInt8>.allocate(capacity: blockSize)
    private var count = 0
    private let sink: (UnsafeBufferPointer<UInt8>) -> Bool
    /// Whether the receiver has stopped.
    private(set) var isClosed = false

    init(_ sink: @escaping (UnsafeBufferPointer<UInt8>) -> Bool) { self.sink = sink }

    deinit { block.deallocate() }

    func write(_ text: StaticString) {
        write(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    func write(_ text: String) {
        var copy = text
        copy.withUTF8 { write($0) }
    }

    func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard var start = bytes.baseAddress else { return }
        var rest = bytes.count
        while rest > 0 {
            if count == Self.blockSize { flush() }
            let part = min(rest, Self.blockSize - count)
            (block + count).update(from: start, count: part)
            count += part
            start += part
            rest -= part
        }
    }

    func flush() {
        if count > 0, !isClosed { isClosed = !sink(UnsafeBufferPointer(start: block, count: count)) }
        count = 0
    }
}
