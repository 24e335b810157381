#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A terminal's settings, kept so that they can be put back.
///
/// Raw here means: no echo, and each byte at once. Keys still make signals, so that Ctrl-C and Ctrl-Z work even if the program hangs.
struct RawMode: Sendable {
    private let descriptor: Int32
    private let original: termios

    /// Reads the settings and changes nothing; nil if `descriptor` is no terminal.
    init?(descriptor: Int32) {
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        self.descriptor = descriptor
        original = settings
    }

    /// False if the terminal cannot be had.
    ///
    /// In the background the process stops here, as it must, until it is in the foreground.
    func enter() -> Bool {
        var raw = original
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // A thread that blocks SIGTTOU, as Dispatch's do, would change the terminal under the shell's hands.
        var stop = sigset_t()
        var masked = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        pthread_sigmask(SIG_UNBLOCK, &stop, &masked)
        defer { pthread_sigmask(SIG_SETMASK, &masked, nil) }
        return apply(raw)
    }

    func leave() {
        _ = apply(original)
    }

    /// What was typed and not yet read is kept: it may be meant for the shell.
    private func apply(_ settings: termios) -> Bool {
        var settings = settings
        while tcsetattr(descriptor, TCSADRAIN, &settings) == -1 {
            guard errno == EINTR else { return false }
        }
        return true
    }
}
