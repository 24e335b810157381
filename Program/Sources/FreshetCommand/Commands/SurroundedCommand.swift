import ArgumentParser

/// A command that can run in surroundings other than the process's.
protocol SurroundedCommand: ParsableCommand {
    /// Runs the command; throws an ``ExitStatus`` or a ``CommandFailure`` unless it succeeds.
    mutating func run(in surroundings: Surroundings) throws
}

extension SurroundedCommand {
    mutating func run() throws { try run(in: Surroundings.process.configured()) }
}
