import Platform

/// The program's exit statuses; `freshet help exit-codes` lists them.
enum ExitStatus: Int32, Error {
    /// Done; what is shown is fresh.
    case success = 0
    /// Any failure without a status of its own: the feed doesn't exist, the store can't be opened.
    case failure = 1
    /// A token is needed, or was refused.
    case credentials = 4
    /// Wrong usage (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// The upstream failed, or part of a refresh did; stored items were shown (`EX_TEMPFAIL` of sysexits.h).
    case tryLater = 75
    /// The terminal is gone: 128 and SIGHUP.
    case hungUp = 129
    /// Interrupted: 128 and SIGINT.
    case interrupted = 130
    /// Asked to end: 128 and SIGTERM.
    case terminated = 143

    /// The status of a program that a signal ends.
    init(signal: Int32) {
        self =
            switch signal {
            case SIGHUP: .hungUp
            case SIGTERM: .terminated
            default: .interrupted
            }
    }

    /// True if a signal ended the program.
    var isInterruption: Bool { [.hungUp, .interrupted, .terminated].contains(self) }

    static let help = "EXIT STATUS\n" + table

    static let table = """
          0    success
          1    failure: something doesn't exist, or the store can't be used
          4    a token is needed or was rejected
          64   incorrect usage
          75   a refresh failed, even in part: try again later
          130  interrupted with Ctrl-C; 129 and 143: ended by SIGHUP or SIGTERM;
               freshet serve and freshet demo --page end with 0 then
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
