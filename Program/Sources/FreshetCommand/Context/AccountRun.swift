import FeedStore
import Feeds

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
    /// Whether another command line would have worked.
    var isUsage: Bool {
        switch self {
        case .noMemory, .firstNeedsPassword, .tooManyAppPasswords, .lastAdministrator, .disabled: false
        default: true
        }
    }
}
