import ArgumentParser
import FeedStore
import Feeds

/// `freshet status`.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Requests made, rate limits, and when more are allowed.",
        usage: "freshet status [--forget HOST[:PORT]] [OPTIONS]",
        discussion: """
            --forget removes the recorded retry times and rate limits of a host, so that
            the next refresh makes a request.

            EXAMPLES
              freshet status
              freshet status --json | jq '.quotas'
              freshet status --forget feeds.example.org
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Forget the recorded retry times and rate limits of this host.", valueName: "host[:port]"))
    var forget: String?

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        try CommandRun(context, output).run { environment in
            if let forget { return try self.forget(forget, environment, context) }
            let report = try LedgerReport(environment)
            if output.json {
                context.output.writeLine(document: try report.json())
            } else {
                for line in LedgerListing(report, context, output.color).lines {
                    context.output.writeLine(line)
                }
            }
            return .success
        }
    }

    private func forget(
        _ host: String, _ environment: FeedEnvironment, _ context: CommandContext
    ) throws -> ExitStatus {
        let isKnown = try environment.store.forget(host: host)
        if output.json {
            let document = ForgetDocument(host: host, wasKnown: isKnown)
            try context.output.writeLine(json: document)
        } else if isKnown {
            context.output.writeLine("Forgot the retry times and rate limits of \(TerminalText(host).string).")
        }
        if !isKnown { context.complain("Nothing is recorded for \(host). To see the hosts: freshet status") }
        return isKnown ? .success : .failure
    }
}

/// What `freshet status --forget` did, for programs.
private struct ForgetDocument: Encodable {
    let host: String
    let wasKnown: Bool
}
