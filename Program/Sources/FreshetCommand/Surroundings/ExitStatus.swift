/// What the program tells whoever started it; `--help` lists them.
enum ExitStatus: Int32, Error {
    /// Shown and fresh.
    case success = 0
    /// Anything that has no status of its own: what was asked for does not exist, the store cannot be opened.
    case failure = 1
    /// A token is needed, or was refused.
    case credentials = 4
    /// The command was wrong (EX_USAGE of sysexits.h).
    case usage = 64
    /// The upstream failed; what was stored was shown (EX_TEMPFAIL of sysexits.h).
    case tryLater = 75
    /// Interrupted: 128 and SIGINT.
    case interrupted = 130

    static let help = """
        EXIT STATUS
          0    shown and fresh
          1    failed: there is no such thing, or the store cannot be used
          4    a token is needed, or was refused
          64   wrong usage
          75   the upstream failed, try later; what was stored was shown
          130  interrupted
        """
}

/// A failure that ends the program with a message.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, _ status: ExitStatus = .failure) {
        self.message = message
        self.status = status
    }
}
