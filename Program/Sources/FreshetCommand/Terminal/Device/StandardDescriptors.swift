#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard input, output and error.
enum StandardDescriptors {
    /// Makes those that are closed lead nowhere.
    ///
    /// Else the next file or socket that is opened gets the number, and what is meant for people goes there. For the program's start.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)  // takes the lowest number that is free: this one
        }
    }
}
