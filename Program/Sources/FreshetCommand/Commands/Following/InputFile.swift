import Platform

/// A file that a person names; `-` is standard input.
struct InputFile {
    let path: String

    /// All that is in it, at most `maximum` bytes; fails with a ``CommandFailure``.
    func read(atMost maximum: Int) throws -> Data {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY)
        guard descriptor >= 0 else { throw failure() }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var contents = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let capacity = buffer.count
            let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, capacity) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw failure() }
            if count == 0 { return contents }
            contents.append(contentsOf: buffer[..<count])
            if contents.count > maximum {
                throw CommandFailure("\(name) is larger than \(maximum >> 20) MiB.")
            }
        }
    }

    private var name: String { path == "-" ? "Standard input" : path }

    private func failure() -> CommandFailure {
        CommandFailure("\(name) can't be read: \(String(cString: strerror(errno))).")
    }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
