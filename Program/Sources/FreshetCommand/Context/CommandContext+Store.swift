import FeedStore

extension CommandContext {
    private static let storeVariable = "FRESHET_STORE"

    /// The same with a store that `--store` names; nil for none.
    func with(store: String?) -> CommandContext {
        guard let store else { return self }
        return CommandContext(
            variables: variables.merging([Self.storeVariable: store]) { $1 }, output: output, errors: errors,
            settings: settings)
    }

    /// The address of the store's database: `--store`, else `FRESHET_STORE`, else the configured one; nil for a file in the
    /// data folder.
    func storeAddress() throws -> String? {
        guard let address = self[Self.storeVariable] ?? settings.store else { return nil }
        // It may have a password, so it isn't repeated.
        guard FeedStore.isPostgreSQL(address) else {
            throw CommandFailure(
                "The store isn't the address of a PostgreSQL database, such as postgresql://user@host/database. "
                    + "Change --store or FRESHET_STORE; for a store in a folder, use --data DIR alone.", .usage)
        }
        return address
    }
}
