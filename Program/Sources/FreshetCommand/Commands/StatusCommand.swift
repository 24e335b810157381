import ArgumentParser
import FeedStore
import Feeds

/// `freshet status`.
struct StatusCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Requests made, rate limits, and when the next requests are allowed.",
        usage: "freshet status [--forget HOST[:PORT]] [OPTIONS]",
        discussion: """
            --forget removes the recorded retry times and rate limits of a host, so that
            the next refresh makes a request.

            EXAMPLES
              freshet status
              freshet status --json | jq '.quotas'
              freshet status --forget feeds.example.org

            \(ExitStatus.help)
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Forget the recorded retry times and rate limits of this host.", valueName: "host[:port]"))
    var forget: String?

    @OptionGroup var output: OutputOptions

    func run(in surroundings: Surroundings) throws {
        let surroundings = surroundings.with(output)
        try CommandSession(surroundings, output).run { environment in
            if let forget { return try self.forget(forget, environment, surroundings) }
            let report = try LedgerReport(environment)
            if output.json {
                surroundings.output.writeLine(document: try report.json())
            } else {
                for line in LedgerPage(report, surroundings, output.color).lines {
                    surroundings.output.writeLine(line)
                }
            }
            return .success
        }
    }

    private func forget(
        _ host: String, _ environment: FeedEnvironment, _ surroundings: Surroundings
    ) throws -> ExitStatus {
        let isKnown = try environment.store.forget(host: host)
        if output.json {
            let document = ForgetDocument(host: host, wasKnown: isKnown)
            try surroundings.output.writeLine(json: document)
        } else if isKnown {
            surroundings.output.writeLine("Forgot the retry times and rate limits of \(TerminalText(host).string).")
        }
        if !isKnown { surroundings.complain("Nothing is recorded for \(host). To see the hosts: freshet status") }
        return isKnown ? .success : .failure
    }
}

/// What `freshet status --forget` did, for programs.
private struct ForgetDocument: Encodable {
    let host: String
    let wasKnown: Bool
}
