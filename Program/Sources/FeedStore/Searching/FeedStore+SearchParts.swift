import Platform
import Search

extension FeedStore {
    /// Searches like ``search(_:order:limit:now:until:)``, and reads the hits in parts, so that many need little memory.
    ///
    /// Finds the ids first, 8 bytes each, and sorts all of them.
    /// - Parameters:
    ///   - limit: the number of hits to read; nil for all.
    ///   - groupsStories: whether one item stands for each story that the search finds.
    ///   - body: called with the results and each part of their hits, outside of any transaction; returns whether to go on.
    /// - Returns: the results without their hits.
    package func forEachPart(
        of query: SearchQuery, order: SearchOrder, limit: Int? = nil, groupsStories: Bool = false, now: Date,
        _ body: (SearchResults) throws -> Bool
    ) throws -> SearchResults {
        let statement = try statement(query, order, groupsStories: groupsStories, now: now)
        // Brings the index up to date.
        var results = statement.comparesWords ? try search(query, order: order, limit: 0, now: now) : SearchResults()
        let ids = try read { try Self.ids($0, statement, limit: nil, groupsStories: groupsStories).ids }
        results.total = ids.count
        try Self.forEachPart(of: ids.prefix(max(0, limit ?? ids.count))) { part in
            var results = results
            results.hits = try read { try hits($0, statement, Array(part), groupsStories: groupsStories) }
            return try body(results)
        }
        return results
    }
}
