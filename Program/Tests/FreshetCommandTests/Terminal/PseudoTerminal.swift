import Platform

/// A terminal without a screen: the program's end is `device`, the test sits at the other.
final class PseudoTerminal {
    let device: Int32
    private let main: Int32

    struct Unavailable: Error {}

    init(columns: Int, rows: Int) throws {
        var main: Int32 = -1
        var device: Int32 = -1
        guard openpty(&main, &device, nil, nil, nil) == 0 else { throw Unavailable() }
        self.main = main
        self.device = device
        for end in [main, device] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(main)
        close(device)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(device, UInt(TIOCSWINSZ), &size)
    }

    /// The path at which a program opens it.
    var path: String {
        String(cString: ttyname(device))
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(main, $0.baseAddress, $0.count) }
    }

    /// The terminal's settings, to compare with later ones.
    var settings: [UInt32] {
        var settings = termios()
        tcgetattr(device, &settings)
        let characters = withUnsafeBytes(of: settings.c_cc) { $0.map(UInt32.init) }
        return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map {
            UInt32(truncatingIfNeeded: $0)
        } + characters
    }

    /// The available output, after a wait of at most this number of milliseconds.
    func bytesNow(waiting milliseconds: Int32 = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        var waiting = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
        var timeout = milliseconds
        while poll(&waiting, 1, timeout) > 0 {
            var chunk = [UInt8](repeating: 0, count: 4096)
            let count = read(main, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
            timeout = 0
        }
        return bytes
    }

    /// The output up to `end`, or all of it after a minute.
    func output(until end: String) -> String {
        let deadline = ContinuousClock.now + .seconds(60)
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(end), ContinuousClock.now < deadline {
            bytes += bytesNow(waiting: 200)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
