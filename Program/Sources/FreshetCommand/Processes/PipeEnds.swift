import Platform

/// Both ends of a pipe. Programs that this one starts don't inherit them.
struct PipeEnds: Sendable {
    let readEnd: Int32
    let writeEnd: Int32

    /// Nil if no descriptor is available.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    func closeReadEnd() { close(readEnd) }

    func closeWriteEnd() { close(writeEnd) }

    /// Blocks the calling thread until a line has arrived; nil if the pipe ends before.
    func readLine() -> String? {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(readEnd, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
    }
}
