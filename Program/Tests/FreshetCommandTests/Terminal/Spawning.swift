import Platform

#if canImport(Darwin)
typealias SpawnFileActions = posix_spawn_file_actions_t?
typealias SpawnAttributes = posix_spawnattr_t?
#else
typealias SpawnFileActions = posix_spawn_file_actions_t
typealias SpawnAttributes = posix_spawnattr_t
#endif

/// Starts a program with this environment only, and with no signal blocked or ignored.
///
/// - Parameters:
///   - flags: further flags of `posix_spawnattr_setflags`.
///   - files: opens the program's files 0 to 2.
func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], flags: Int16 = 0,
    files: (inout SpawnFileActions) -> Void
) throws -> pid_t {
    #if canImport(Darwin)
    var (actions, attributes): (SpawnFileActions, SpawnAttributes) = (nil, nil)
    #else
    var (actions, attributes) = (SpawnFileActions(), SpawnAttributes())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    // Otherwise the program would inherit what this thread blocks and this process ignores.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, flags | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    files(&actions)
    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment.map { strdup("\($0.key)=\($0.value)") }
    defer { (words + variables).forEach { free($0) } }
    var process: pid_t = 0
    let number = posix_spawn(&process, path, &actions, &attributes, words + [nil], variables + [nil])
    guard number == 0 else { throw TerminalProgram.NotStarted(path: path, number: number) }
    return process
}
