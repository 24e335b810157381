import Platform
import WebText

/// The outcome of a write.
enum WriteOutcome: Hashable, Sendable {
    case written
    /// The pipe's reader is gone (EPIPE). With `| head -1` that isn't an error, but a reason to stop.
    case readerGone
    /// Another failure, such as a full disk, with its `errno`.
    case failed(Int32)

    /// A clause such as "the disk is full"; nil unless it failed.
    var problem: String? {
        guard case .failed(let number) = self else { return nil }
        return SystemProblem(errno: number).description
    }
}

/// Writes all of `bytes`, and waits if the descriptor is nonblocking and its pipe is full.
///
/// Precondition: SIGPIPE and SIGXFSZ are ignored.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> WriteOutcome {
    let outcome = bytes.withContiguousStorageIfAvailable { writeAll($0, to: descriptor) }
    return outcome ?? Array(bytes).withUnsafeBufferPointer { writeAll($0, to: descriptor) }
}

private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> WriteOutcome {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written >= 0 {
            rest = rest.dropFirst(written)
            continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waiting, 1, -1)
        case EPIPE: return .readerGone
        case let number: return .failed(number)
        }
    }
    return .written
}
