import Dispatch

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
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
    ///
    /// The browser outlives this program, so it inherits no credentials.
    static func open(_ address: String) -> Bool {
        #if canImport(Darwin)
        let opener = "open"
        #else
        let opener = "xdg-open"
        #endif
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
        let variables = withoutCredentials(ProcessInfo.processInfo.environment)
        var environment: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        guard posix_spawnp(&process, opener, nil, nil, &arguments, &environment) == 0 else { return false }
        // It may run as long as the browser does.
        DispatchQueue(label: "freshet.browser").async { [process] in
            while waitpid(process, nil, 0) < 0, errno == EINTR {}
        }
        return true
    }

    /// The environment without Freshet's variables and those whose names suggest a credential.
    static func withoutCredentials(_ environment: [String: String]) -> [String: String] {
        let words = ["TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "API_KEY", "APIKEY"]
        return environment.filter { variable in
            let name = variable.key.uppercased()
            return !name.hasPrefix("FRESHET_") && !words.contains { name.contains($0) }
        }
    }
}
