import Harness

@main
enum Main {
    static func main() async throws {
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else { return print(Arguments.help) }
        try await Decoding.print(arguments)
        try await Refreshing.print(arguments)
    }
}
