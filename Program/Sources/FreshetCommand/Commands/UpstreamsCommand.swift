import ArgumentParser
import FreshetHTTP
import Platform
import SampleUpstreams
import WebText

/// `freshet upstreams`.
struct UpstreamsCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "upstreams",
        abstract: "Serves sample data in the upstreams' formats, for demos and tests.",
        usage: "freshet upstreams [--host ADDRESS] [--port PORT] [OPTIONS]",
        discussion: """
            The data grows with time. To make freshet send its requests to this server,
            run the printed commands in a shell.

            With --control, anyone who can reach the port can make requests fail, for tests:
            \(SampleUpstreams.controlExamples)

            EXAMPLES
              freshet upstreams
              freshet upstreams --port 0 --latency 200

            \(ExitStatus.help)
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

    @Flag(name: .long, help: "Accept POST requests to /control that make requests fail.")
    var control = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 0 and 65535.") }
        guard (0...600_000).contains(latency) else {
            throw ValidationError("--latency must be between 0 and 600000 ms.")
        }
    }

    func run(in surroundings: Surroundings) throws {
        let end = BlockingResult<ExitStatus>()
        let interruption = Interruption { end.finish(.success($0)) }
        let configuration = SampleUpstreams.Configuration(
            host: host, port: port, seed: seed, latency: .milliseconds(latency), isControllable: control)
        let server = try BlockingTask { try await SampleUpstreams.start(configuration) }.value(
            orFail: { ListenFailure($0, host: host, port: port).message })
        for variable in server.variables {
            surroundings.output.writeLine("export \(variable.name)=\(variable.value)")
        }
        surroundings.output.writeLine("# " + SampleUpstreams.hint)
        surroundings.output.flush()
        surroundings.complain("Serving sample data on \(server.baseURL.absoluteString). Ctrl-C quits.")
        _ = try end.wait()
        _ = try BlockingTask { await server.stop() }.value(orFail: {
            "The sample upstreams couldn't be stopped (\(SystemProblem(network: $0)?.description ?? "\($0)")). Quit with Ctrl-C."
        })
        withExtendedLifetime(interruption) {}
    }
}
