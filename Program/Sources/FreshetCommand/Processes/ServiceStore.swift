import ArgumentParser
import Platform

/// The store of the packaged service, which root's commands use.
///
/// Otherwise they would create a store in root's home folder, or files that the service can't write.
struct ServiceStore: Sendable {
    /// The folder of the store. Its owner is the service's user.
    let folder: String
    /// The folder of the service's `config.toml` and `environment`.
    let configurationFolder: String

    /// The one that packages create.
    static let installed = ServiceStore(folder: "/var/lib/freshet", configurationFolder: "/etc/freshet")

    /// Options and variables with which a command has another store.
    private static let otherStores = (options: ["--data", "--store"], variables: ["XDG_DATA_HOME", "FRESHET_STORE"])

    /// Commands without a store of their own.
    private static let storeless = Set(
        ["--help", "-h", "--version", "help", "completion", "demo"]
            + FreshetCommand.hidden.compactMap { $0.configuration.commandName })

    /// True if a data folder is the service's.
    func isIn(_ folder: URL) -> Bool {
        var path = folder.path(percentEncoded: false)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path == self.folder
    }

    /// The user whom a command becomes: the owner of the service's folder.
    ///
    /// Nil for a command that doesn't run as root, names a store or uses none, and without a service.
    ///
    /// - Parameters:
    ///   - user: the effective user who runs the command.
    ///   - owner: the owner of the service's folder; nil without the folder.
    ///   - hasOwnConfiguration: true if root has a configuration file of its own.
    static func decide(
        user: uid_t, arguments: [String], variables: [String: String], owner: uid_t?, hasOwnConfiguration: Bool
    ) -> uid_t? {
        guard user == 0, let owner, !hasOwnConfiguration else { return nil }
        let words = arguments.prefix { $0 != "--" }
        if let first = words.first, storeless.contains(first) { return nil }
        let namesStore = words.contains { word in
            otherStores.options.contains { word == $0 || word.hasPrefix($0 + "=") }
        }
        if namesStore || words.contains("--help") || words.contains("-h") { return nil }
        return otherStores.variables.contains { variables[$0]?.isEmpty == false } ? nil : owner
    }

    /// The owner of a folder; nil without one, or for a link to one: systemd makes such a link for a service whose
    /// user exists only while it runs.
    static func owner(of folder: String) -> uid_t? {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return status.st_uid
    }

    /// Tells a user who didn't name a store that their own isn't the service's; a command for the latter follows. Nil without a service.
    func hint(_ context: CommandContext, _ output: OutputOptions) throws -> String? {
        let folder = try context.dataFolder(output.data)
        guard geteuid() != 0, output.data == nil, output.store == nil, try context.storeAddress() == nil, !isIn(folder),
            let owner = Self.owner(of: self.folder), owner != geteuid()
        else { return nil }
        return "This is for the store in \(folder.path(percentEncoded: false)), not for the service of this computer. "
            + "For the service's store, run: sudo freshet "
    }

    /// The variables of a command that has become the service's user, which replace its own.
    func variables(for user: String) -> [(name: String, value: String)] {
        [
            ("HOME", folder), ("USER", user), ("LOGNAME", user),
            ("XDG_DATA_HOME", PathName.folder(of: folder)),
            ("XDG_CONFIG_HOME", PathName.folder(of: configurationFolder)),
        ]
    }
}

extension ServiceStore {
    /// Becomes the service's user if root runs the program without naming a store.
    ///
    /// Takes over the service's variables, too. Call it before the program starts a thread or reads its variables. Throws a ``CommandFailure``. Does nothing on
    /// systems without the package.
    func enter(_ arguments: [String]) throws {
        #if os(Linux)
        let (user, own) = (geteuid(), ProcessInfo.processInfo.environment)
        guard user == 0,
            let owner = Self.decide(
                user: user, arguments: arguments, variables: own, owner: Self.owner(of: folder),
                hasOwnConfiguration: hasOwnConfiguration(own))
        else { return }
        if owner == 0 {
            throw CommandFailure(
                "The service's folder \(folder) belongs to root, so that the service can't use it. Give it to the service's user "
                    + "(chown -R freshet: \(folder)), or choose another folder with --data DIR.")
        }
        guard let entry = getpwuid(owner)?.pointee, let bytes = entry.pw_name else {
            throw CommandFailure(
                "The service's folder \(folder) belongs to the user \(owner), who has no name on this computer. "
                    + "Give it to the service's user with chown, or choose another folder with --data DIR.")
        }
        let (name, group) = (String(cString: bytes), entry.pw_gid)
        let file = try environmentFile()
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(owner) == 0 else {
            throw refusal(name, arguments, SystemProblem(errno: errno))
        }
        guard setuid(0) != 0, geteuid() == owner, getegid() == group else {
            throw refusal(name, arguments, .permissionDenied)  // root's rights could come back
        }
        for variable in variables(for: name) { setenv(variable.name, variable.value, 1) }
        // What root has set for this command overrides the file.
        for variable in file.variables { setenv(variable.name, variable.value, 0) }
        // A shell that requests completions shows nothing else.
        guard isTerminal(STDERR_FILENO), arguments.first?.hasPrefix("---") != true else { return }
        let line = "freshet: Using the service's store in \(folder) as the user \(name). For another one: --data DIR"
        Output(descriptor: STDERR_FILENO, capacity: 0).writeLine(TerminalText(line).string)
        #endif
    }

    private func environmentFile() throws -> EnvironmentFile {
        let path = configurationFolder + "/environment"
        if FileStatus.isMissing(path) { return EnvironmentFile("") }
        return EnvironmentFile(String(decoding: try InputFile(path: path).read(atMost: 1 << 20), as: UTF8.self))
    }

    /// True if root has a configuration file besides the service's.
    ///
    /// Another user's file doesn't count: sudo may leave that user's `HOME`.
    private func hasOwnConfiguration(_ variables: [String: String]) -> Bool {
        // The process's context would keep the variables of before.
        let output = Output(descriptor: STDERR_FILENO, capacity: 0)
        let context = CommandContext(variables: variables, output: output, errors: output)
        guard let path = context.configurationFile?.path, path != configurationFolder + "/config.toml" else {
            return false
        }
        var status = stat()
        return stat(path, &status) == 0 && status.st_uid == 0
    }

    private func refusal(_ name: String, _ arguments: [String], _ problem: SystemProblem) -> CommandFailure {
        let folders = variables(for: name).filter { $0.name.hasPrefix("XDG_") }.map { $0.name + "=" + $0.value }
        let words = ["sudo", "-u", name] + folders + ["freshet"] + arguments
        return CommandFailure(
            "The service's store in \(folder) belongs to the user \(name), and root can't become that user here "
                + "(\(problem)). Run the command as that user: " + words.map(\.inShell).joined(separator: " "))
    }
}
