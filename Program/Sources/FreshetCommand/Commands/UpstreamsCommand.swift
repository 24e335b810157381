import ArgumentParser
import SampleUpstreams

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `freshet upstreams`.
struct UpstreamsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "upstreams",
        abstract: "Serves made-up data in the shapes of the three upstreams, for playing and for tests.",
        usage: "freshet upstreams [--host ADDRESS] [--port PORT] [OPTIONS]",
        discussion: """
            The data grows with time. What is printed can be pasted into a shell:
            from then on freshet asks this server.

            With --control whoever reaches the port may make it fail, for tests:
              POST /control/fail?path=/github&fault=rateLimitedPrimary&reset=600
              POST /control/fail?path=/news&fault=status&status=503&times=2
              POST /control/clear
              POST /control/latency?path=/eonet&ms=2000
              POST /control/advance?seconds=300     the sample's clock
              GET  /control/requests?path=/github   what was asked

            EXAMPLES
              freshet upstreams
              freshet upstreams --port 0 --latency 200

            \(ExitStatus.help)
            """)

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The port to listen on; 0 for any that is free.", valueName: "port"))
    var port = 8099

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Another number makes up other data.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("How long each answer takes.", valueName: "ms"))
    var latency = 0

    @Flag(name: .long, help: "Let faults be set by POSTs to /control.")
    var control = false

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port \(port) is none: give a number from 0 to 65535")
        }
        guard (0...600_000).contains(latency) else {
            throw ValidationError("--latency \(latency) is out of range: give milliseconds from 0 to 600000")
        }
    }

    func run() throws {
        let surroundings = Surroundings.process
        let end = Blocking<ExitStatus>()
        let interruption = Interruption { end.finish(.success($0)) }
        let configuration = SampleUpstreams.Configuration(
            host: host, port: port, seed: seed, latency: .milliseconds(latency), isControllable: control)
        let server = try Awaited { try await SampleUpstreams.start(configuration) }.value(
            orFail: { "cannot listen on \(host):\(port) (\($0)): give another port with --port" })
        for line in [
            "export FRESHET_GITHUB_URL=\(server.gitHubURL.absoluteString)",
            "export FRESHET_EONET_URL=\(server.eonetURL.absoluteString)",
            "export FRESHET_NEWS_URL=\(server.newsURL.absoluteString)",
            "# repositories: octo-sample/harbor octo-sample/lighthouse octo-sample/busy octo-sample/empty",
        ] { surroundings.output.writeLine(line) }
        surroundings.output.flush()
        surroundings.complain("serving sample data on \(server.baseURL.absoluteString); Ctrl-C ends it")
        _ = try end.wait()
        _ = try Awaited { await server.stop() }.value(orFail: { "\($0)" })
        withExtendedLifetime(interruption) {}
        throw ExitStatus.interrupted
    }
}
