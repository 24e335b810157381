import Platform

/// Standard input, output and error.
enum StandardDescriptors {
    /// Opens those that are closed on `/dev/null`. Call it at the program's start.
    ///
    /// Otherwise the next file or socket gets the number, and messages go there.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)  // takes the lowest free number: this one
        }
    }
}
