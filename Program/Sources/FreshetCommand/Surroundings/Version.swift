/// The program's version, as `--version` prints it and requests carry it.
enum Version {
    static let current = "0.1.0"
}
