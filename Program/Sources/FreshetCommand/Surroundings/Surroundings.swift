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

/// What the program is started in: its environment and its outputs.
struct Surroundings: Sendable {
    let environment: [String: String]
    let output: Output
    let errors: Output

    static let process = Surroundings(
        environment: ProcessInfo.processInfo.environment, output: Output(descriptor: STDOUT_FILENO),
        errors: Output(descriptor: STDERR_FILENO, capacity: 0))

    /// Whether standard output is a terminal that can move its cursor.
    var isInteractive: Bool { isTerminal(output.descriptor) && environment["TERM"] != "dumb" }

    /// A variable that is set to something.
    subscript(name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Says what went wrong, on standard error.
    func complain(_ message: String) {
        errors.writeLine("freshet: " + TerminalText(message).string)
    }

    /// The folder of the store: `--data`, else `XDG_DATA_HOME/freshet`, else `~/.local/share/freshet` (XDG Base Directory Specification).
    func dataFolder(_ chosen: String?) throws -> URL {
        if let chosen { return URL(filePath: chosen, directoryHint: .isDirectory) }
        // A relative path is to be ignored, says the specification.
        if let base = self["XDG_DATA_HOME"], base.hasPrefix("/") {
            return URL(filePath: base, directoryHint: .isDirectory).appending(
                path: "freshet", directoryHint: .isDirectory)
        }
        guard let home = self["HOME"] else {
            throw CommandFailure("there is no home folder to keep data in (HOME is not set): name one with --data DIR")
        }
        return URL(filePath: home, directoryHint: .isDirectory)
            .appending(path: ".local/share/freshet", directoryHint: .isDirectory)
    }

    /// The address in a variable; nil where it is not set.
    func address(_ name: String) throws -> URL? {
        guard let text = self[name] else { return nil }
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme),
            url.host() != nil
        else {
            throw CommandFailure("\(name) is no web address: it should look like https://example.com/api", .usage)
        }
        return url
    }

    /// The token for GitHub: `GH_TOKEN`, else `GITHUB_TOKEN`.
    var gitHubToken: String? { self["GH_TOKEN"] ?? self["GITHUB_TOKEN"] }
}
