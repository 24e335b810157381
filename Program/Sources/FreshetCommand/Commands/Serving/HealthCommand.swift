import ArgumentParser
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// `freshet health`, for the health check of a container. Help, completions and the manual page don't list it.
struct HealthCommand: ParsableCommand {
    static let name = "health"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Checks that the server on this machine responds.",
        usage: "freshet health [--port PORT]",
        discussion: """
            Requests /health/live. The exit status is 1 if there is no response within 4 s.

            EXAMPLES
              freshet health
              freshet health --port 9000
            """)

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The port of the server.", valueName: "port"))
    var port = 8080

    func validate() throws {
        guard (1...65_535).contains(port) else { throw ValidationError("--port must be between 1 and 65535.") }
    }

    func run() throws {
        let limits = HTTPClient.Limits(
            connect: .seconds(4), firstByte: .seconds(4), whole: .seconds(4), body: 1 << 16)
        let client = HTTPClient(
            configuration: .init(
                userAgent: "freshet/" + Version.current, limits: limits, maximumRedirects: 0, proxies: .none))
        let failure = "The server on port \(port) doesn't respond."
        guard let address = URL(string: "http://127.0.0.1:\(port)/health/live") else { throw CommandFailure(failure) }
        let request = HTTPRequest(get: address)
        _ = try BlockingTask { try await client.response(for: request).value }.value { _ in failure }
    }
}
