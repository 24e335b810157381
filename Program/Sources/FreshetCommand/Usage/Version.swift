/// The program's version, for `--version`, the page, the API and the user agent. Packages and scripts read it here.
enum Version {
    static let current = "0.1.0"
}
