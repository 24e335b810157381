import Dispatch
import Platform

/// The user's web browser.
enum Browser {
    /// The seconds after its start in which a failure of the opener is reported: later it is the browser's.
    private static let opening = 10.0

    /// Opens an address. Returns immediately; calls `onFailure` if the system has no program for that, or if it fails.
    ///
    /// The browser outlives this program, so it inherits no credentials.
    static func open(_ address: String, onFailure: @escaping @Sendable () -> Void) {
        #if canImport(Darwin)
        let opener = "open"
        #else
        let opener = "xdg-open"
        #endif
        let process: SpawnedProcess
        do {
            process = try SpawnedProcess(
                [opener, address], environment: withoutCredentials(ProcessInfo.processInfo.environment))
        } catch {
            return onFailure()
        }
        let deadline = DispatchTime.now() + opening
        // It may run as long as the browser does.
        DispatchQueue(label: "freshet.browser").async {
            if process.wait() != .status(0), DispatchTime.now() < deadline { onFailure() }
        }
    }

    /// The message about an address that couldn't be opened.
    static func failure(_ address: String) -> String {
        "No browser opened. Open it yourself: \(address)"
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
