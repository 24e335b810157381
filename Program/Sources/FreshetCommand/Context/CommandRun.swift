import FeedStore
import Feeds

/// One run of a command with the store: opens it, runs the work, closes it, and flushes the output.
struct CommandRun {
    private let context: CommandContext
    private let output: OutputOptions
    private let isVerbose: Bool

    init(_ context: CommandContext, _ output: OutputOptions, isVerbose: Bool = false) {
        self.context = context.with(store: output.store)
        self.output = output
        self.isVerbose = isVerbose
    }

    /// Throws the ``ExitStatus`` that `work` returns unless that is success.
    func run(_ work: (FeedEnvironment) throws -> ExitStatus) throws {
        let environment = try FeedEnvironment(
            context, folder: output.data, account: output.account ?? context.settings.account, isVerbose: isVerbose)
        let reported = environment.store.notices.count
        defer {
            // Damage may be found, and rescued, by the work itself.
            for notice in environment.store.notices.dropFirst(reported) { context.complain(notice.description) }
            environment.close()
        }
        let status: ExitStatus
        do {
            status = try work(environment)
        } catch let error as FeedStoreError {
            throw CommandFailure(error.description)
        }
        try context.flushOutput()
        if status != .success { throw status }
    }
}

extension CommandContext {
    /// Writes what standard output has buffered; fails if that isn't possible.
    func flushOutput() throws {
        if let problem = output.flush().problem {
            throw CommandFailure("Standard output can't be written (\(problem)). Write to another file or pipe.")
        }
    }
}

/// One run of a command that manages accounts: opens the store, and words its errors.
struct AccountRun {
    private let context: CommandContext
    private let output: OutputOptions

    init(_ context: CommandContext, _ output: OutputOptions) {
        self.context = context
        self.output = output
    }

    func run(_ work: (FeedStore) throws -> Void) throws { try run { store, _ in try work(store) } }

    func run(_ work: (FeedStore, FeedCatalog) throws -> Void) throws {
        try CommandRun(context, output).run { environment in
            do { try work(environment.store, environment.catalog) } catch let error as AccountError {
                throw CommandFailure(error.description, error.isUsage ? .usage : .failure)
            }
            return .success
        }
    }
}

extension AccountError {
    /// True if the command line is at fault.
    var isUsage: Bool {
        switch self {
        case .noMemory, .firstNeedsPassword, .tooManyAppPasswords, .lastAdministrator, .disabled: false
        default: true
        }
    }
}
