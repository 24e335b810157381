/// The sample upstreams in a process of their own, which ends with this one.
struct SampleUpstreamsProcess {
    /// The environment variables that direct requests to them.
    let variables: [String: String]
    private let process: SpawnedProcess
    private let input: PipeEnds

    /// Starts them, and returns when they accept connections.
    init(_ options: [String], environment: [String: String]) throws {
        guard let input = PipeEnds(), let output = PipeEnds() else { throw Self.failure("too many files are open") }
        defer { output.closeReadEnd() }
        do {
            process = try SpawnedProcess(
                [ProgramPath.own, SampleUpstreamsCommand.name, "--port", "0", "--until-end-of-input"] + options,
                environment: environment, input: input.readEnd, output: output.writeEnd)
        } catch {
            input.closeReadEnd()
            input.closeWriteEnd()
            output.closeWriteEnd()
            throw Self.failure(error.reason)
        }
        input.closeReadEnd()
        output.closeWriteEnd()
        self.input = input
        var lines: [String] = []
        while let line = output.readLine(), !line.hasPrefix("#") { lines.append(line) }
        variables = Dictionary(lines.compactMap(Self.variable)) { $1 }
        if variables.isEmpty {
            let end = stop()?.description ?? "ended"
            throw Self.failure(
                lines.isEmpty ? "freshet \(SampleUpstreamsCommand.name) \(end)" : lines.joined(separator: " "))
        }
    }

    /// Ends them and returns their end; nil if the system doesn't report it.
    @discardableResult
    func stop() -> SpawnedProcess.End? {
        input.closeWriteEnd()
        return process.wait()
    }

    private static func failure(_ reason: String) -> CommandFailure {
        CommandFailure("The sample upstreams couldn't be started (\(reason)). Try again.")
    }

    /// `export NAME=VALUE`.
    private static func variable(_ line: String) -> (String, String)? {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].hasPrefix("export ") else { return nil }
        return (String(parts[0].dropFirst("export ".count)), String(parts[1]))
    }
}
