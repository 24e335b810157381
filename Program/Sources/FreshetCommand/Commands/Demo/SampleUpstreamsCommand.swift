import ArgumentParser
import Dispatch
import FreshetHTTP
import Platform
import SampleUpstreams

/// `freshet sample-upstreams`, for `freshet demo`, tests and developers. Help, completions and the manual page don't list it.
struct SampleUpstreamsCommand: ParsableCommand {
    static let name = "sample-upstreams"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Serves sample data in the upstreams' formats, for demos and tests.",
        usage: "freshet sample-upstreams [--host ADDRESS] [--port PORT] [OPTIONS]",
        discussion: """
            The data grows with time. To make freshet send its requests to this server,
            run the printed commands in a shell.

            With --control, anyone who can reach the port can make requests fail, for
            tests:
            \(SampleUpstreams.controlExamples)

            EXAMPLES
              freshet sample-upstreams
              freshet sample-upstreams --port 0 --latency 200
            """)

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 picks a free one.", valueName: "port"))
    var port = 8099

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The seed of the data; each seed gives different data.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("How long each response takes.", valueName: "ms"))
    var latency = 0

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("How fast the data grows; 4 is four times as fast as usual.", valueName: "factor"))
    var growth = 1.0

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The seconds between polls that GitHub asks for.", valueName: "seconds"))
    var pollInterval = 60

    @Option(
        name: .customLong("github-limit"), parsing: .unconditional,
        help: ArgumentHelp("The requests an hour that GitHub allows without a token.", valueName: "number"))
    var gitHubLimit = 60

    @Flag(name: .long, help: "Accept POST requests to /control that make requests fail.")
    var control = false

    @Flag(name: .long, help: "Quit when standard input ends, as it does with the program that started this one.")
    var untilEndOfInput = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
        guard (0...600_000).contains(latency) else {
            throw ValidationError("--latency must be between 0 and 600000 ms.")
        }
        guard growth > 0, growth <= 1000 else { throw ValidationError("--growth must be above 0, and at most 1000.") }
        guard (1...86_400).contains(pollInterval) else {
            throw ValidationError("--poll-interval must be between 1 and 86400 s.")
        }
        guard (1...1_000_000).contains(gitHubLimit) else {
            throw ValidationError("--github-limit must be between 1 and 1000000.")
        }
    }

    func run() throws {
        let context = CommandContext.process
        let upstreams = try start()
        let interruption = Interruption { _ in Task { await upstreams.stop() } }
        defer { withExtendedLifetime(interruption) {} }
        let lines = upstreams.variables.map { "export \($0.name)=\($0.value)" } + ["# " + SampleUpstreams.hint]
        // Programs read them in a pipe, and don't wait for more.
        context.output.writeLine(lines.joined(separator: "\n"))
        try context.flushOutput()
        if untilEndOfInput {
            endOfInput { Task { await upstreams.stop() } }
        } else {
            context.complain("Serving sample data on \(upstreams.baseURL.absoluteString). Ctrl-C quits.")
        }
        try BlockingTask { try await upstreams.run() }.value(orFail: failure)
    }

    private func start() throws -> SampleUpstreams {
        let configuration = SampleUpstreams.Configuration(
            host: host, port: port, seed: seed, latency: .milliseconds(latency), pollInterval: pollInterval,
            gitHubLimit: gitHubLimit, growth: growth, isControllable: control)
        return try BlockingTask { try await SampleUpstreams.start(configuration) }.value(orFail: failure)
    }

    private func failure(_ error: any Error) -> String {
        ListenFailure(SystemProblem(network: error), error, host: host, port: port).message
    }

    /// Calls back when standard input ends.
    private func endOfInput(_ callBack: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async {
            var byte: UInt8 = 0
            while true {
                let count = read(STDIN_FILENO, &byte, 1)
                if count == 0 || count < 0 && errno != EINTR { return callBack() }
            }
        }
    }
}
