#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What became of a write.
enum WriteOutcome: Hashable, Sendable {
    case written
    /// Whoever was reading has gone (EPIPE): no error for `freshet news | head -1`, but a reason to stop.
    case readerGone
    /// Anything else, such as a full disk; the number is `errno`.
    case failed(Int32)

    /// For a person, such as "No space left on device"; nil unless it failed.
    var problem: String? {
        guard case .failed(let number) = self else { return nil }
        return String(cString: strerror(number))
    }
}

/// Writes all of `bytes`, waiting where the descriptor is not blocking and its pipe is full.
///
/// SIGPIPE is expected to be ignored.
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
