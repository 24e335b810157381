import UnixSignals
import ArgumentParser
import Dispatch
import Logging
import NIOCore
import Platform
import SampleUpstreams
import ServiceLifecycle
import WebText

/// `sample-upstreams`.
@main struct SampleUpstreamsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sample-upstreams",
        abstract: "Serves sample data in the upstreams' formats, for demos and tests.",
        usage: "sample-upstreams [--host ADDRESS] [--port PORT] [OPTIONS]",
        discussion: """
            The data grows with time. To make freshet send its requests to this server,
            run the printed commands in a shell.

            With --control, anyone who can reach the port can make requests fail, for tests:
            \(SampleUpstreams.controlExamples)

            EXAMPLES
              sample-upstreams
              sample-upstreams --port 0 --latency 200
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

    func run() async throws {
        let upstreams = try await start()
        let lines = upstreams.variables.map { "export \($0.name)=\($0.value)" } + ["# " + SampleUpstreams.hint]
        // Programs read them in a pipe, and don't wait for more.
        print(lines.joined(separator: "\n"))
        fflush(nil)
        let group = ServiceGroup(
            services: [SampleService(upstreams: upstreams)],
            gracefulShutdownSignals: [.sigint, .sigterm, .sighup],
            logger: Logger(label: "sample-upstreams") { _ in
                SwiftLogNoOpLogHandler()
            })
        if untilEndOfInput {
            endOfInput { Task { await group.triggerGracefulShutdown() } }
        } else {
            complain("Serving sample data on \(upstreams.baseURL.absoluteString). Ctrl-C quits.")
        }
        try await group.run()
    }

    private func start() async throws -> SampleUpstreams {
        do {
            return try await SampleUpstreams.start(
                .init(
                    host: host, port: port, seed: seed, latency: .milliseconds(latency), pollInterval: pollInterval,
                    gitHubLimit: gitHubLimit, growth: growth, isControllable: control))
        } catch {
            let problem: SystemProblem? =
                switch error {
                case let error as IOError: SystemProblem(errno: error.errnoCode)
                case is SocketAddressError: .unknownAddress
                default: SystemProblem(error)
                }
            complain(ListenFailure(problem, error, host: host, port: port).message)
            throw ExitCode.failure
        }
    }

    private func complain(_ message: String) {
        let line = Array("sample-upstreams: \(message)\n".utf8)
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
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

/// Serves until a signal arrives.
private struct SampleService: Service {
    let upstreams: SampleUpstreams

    func run() async throws { try await cancelWhenGracefulShutdown { try await upstreams.run() } }
}
