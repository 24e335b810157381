import GRDB

/// Joined texts, in SQL.
enum JoinFunction {
    /// `string_agg(text, separator)`, which PostgreSQL has, and SQLite since 3.44: the texts with the separator between them; NULL
    /// without texts.
    static let function = DatabaseFunction("string_agg", argumentCount: 2, pure: true, aggregate: Joined.self)

    private struct Joined: DatabaseAggregate {
        private var text: String?

        mutating func step(_ values: [DatabaseValue]) {
            guard values.count == 2, case .string(let next) = values[0].storage else { return }
            if let known = text, case .string(let separator) = values[1].storage {
                text = known + separator + next
            } else {
                text = next
            }
        }

        func finalize() -> (any DatabaseValueConvertible)? { text }
    }
}
