/// The program's version, for `--version` and the user agent.
enum Version {
    static let current = "0.1.0"
}
