#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The user's web browser.
enum Browser {
    /// Opens an address; false if the system has no program for that.
    static func open(_ address: String) -> Bool {
        #if canImport(Darwin)
        let opener = "open"
        #else
        let opener = "xdg-open"
        #endif
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
        defer { for argument in arguments { free(argument) } }
        return posix_spawnp(&process, opener, nil, nil, &arguments, environ) == 0
    }
}
