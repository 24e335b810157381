/// The program's exit statuses; `--help` lists them.
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
    /// Interrupted: 128 and SIGINT.
    case interrupted = 130

    static let help = """
        EXIT STATUS
          0    success
          1    failure: something doesn't exist, or the store can't be used
          4    a token is needed or was rejected
          64   incorrect usage
          75   a refresh failed, even in part: try again later
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
