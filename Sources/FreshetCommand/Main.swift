import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Wires, runs and shuts down.
@main
enum Main {
    static func main() {
        Output.ignoreBrokenPipeSignal()
        let arguments = Array(CommandLine.arguments.dropFirst())
        exit(status(of: arguments).rawValue)
    }

    private static func status(of arguments: [String]) -> ExitStatus {
        do {
            var command = try FreshetCommand.parseAsRoot(arguments)
            try command.run()
            return .success
        } catch let status as ExitStatus {
            return status
        } catch let error as CommandFailure {
            Surroundings.process.complain(error.message)
            return error.status
        } catch {
            // ArgumentParser's own: help and version go to standard output and are no failure.
            let code = FreshetCommand.exitCode(for: error)
            let text = FreshetCommand.fullMessage(for: error)
            let output = Output(descriptor: code.isSuccess ? STDOUT_FILENO : STDERR_FILENO)
            if !text.isEmpty { output.writeLine(text) }
            output.flush()
            return ExitStatus(rawValue: code.rawValue) ?? .failure
        }
    }
}
