import ArgumentParser

/// A command that can run in another context than the process's.
protocol Subcommand: ParsableCommand {
    /// Runs the command; throws an ``ExitStatus`` or a ``CommandFailure`` unless it succeeds.
    mutating func run(in context: CommandContext) throws
}

extension Subcommand {
    mutating func run() throws { try run(in: CommandContext.process.configured()) }
}
