import ArgumentParser

/// A command that can run in other surroundings than the process's own.
protocol SurroundedCommand: ParsableCommand {
    /// Runs the command; throws an ``ExitStatus`` or a ``CommandFailure`` unless it succeeds.
    mutating func run(in surroundings: Surroundings) throws
}

extension SurroundedCommand {
    mutating func run() throws { try run(in: Surroundings.process.configured()) }
}
