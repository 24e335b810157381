@testable import PostgreSQL
import Testing

@Suite("The parameters of a statement")
struct ParametersTests {
    @Test(
        "The parameters of a statement are numbered in order, or by their own numbers",
        arguments: [
            ("SELECT ?, ?", "SELECT $1, $2"),
            ("SELECT ?1 WHERE x = ?1 AND y = ?12", "SELECT $1 WHERE x = $1 AND y = $12"),
            ("SELECT '?' || ? || 'it''s ?'", "SELECT '?' || $1 || 'it''s ?'"),
            ("SELECT \"a?\" FROM b", "SELECT \"a?\" FROM b"),
            ("SELECT 1 FROM a CROSS JOIN b ON a.id = ?", "SELECT 1 FROM a JOIN b ON a.id = $1"),
        ])
    func numbering(sql: String, numbered: String) {
        #expect(Parameters.numbered(sql) == numbered)
    }
}
