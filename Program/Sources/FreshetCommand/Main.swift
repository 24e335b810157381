import ArgumentParser
import Feeds
import Platform

/// Prepares the process, runs the command, and exits with its status.
@main
enum Main {
    static func main() {
        StandardDescriptors.occupy()
        Output.ignoreWriteSignals()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            // The most common use in scripts; doesn't build the commands' parsers.
            Output(descriptor: STDOUT_FILENO, capacity: 0).writeLine(Version.current)
            exit(ExitStatus.success.rawValue)
        }
        exit(status(of: arguments).rawValue)
    }

    private static func status(of arguments: [String]) -> ExitStatus {
        do {
            try ServiceStore.installed.enter(arguments)
            var command = try FreshetCommand.command(arguments)
            try command.run()
            return .success
        } catch let status as ExitStatus {
            return status
        } catch let error as ConfigurationFailure {
            for line in error.lines { CommandContext.process.errors.writeLine(line) }
            return .usage
        } catch let error as CommandFailure {
            CommandContext.process.complain(error.message)
            return error.status
        } catch {
            // ArgumentParser throws help and version too; they go to standard output and succeed.
            let code = FreshetCommand.exitCode(for: error)
            guard code.isSuccess else {
                for line in WrongUsage(error).lines { CommandContext.process.errors.writeLine(line) }
                return ExitStatus(rawValue: code.rawValue) ?? .failure
            }
            let text = FreshetCommand.fullMessage(for: error)
            if !text.isEmpty { CommandContext.process.output.writeLine(text) }
            CommandContext.process.output.flush()
            return .success
        }
    }
}
