import Freshet
import FreshetHTTP

extension HackerNews {
    /// A story with its comments as they arrive, level by level.
    /// ```
    /// story   --s
    /// level 1     --a-b
    /// level 2           --c
    /// result  --0---1-2---3|
    /// ```
    /// A comment that fails leaves out the answers to it; after a rate limit the remaining comments aren't requested.
    /// - Ends: when all comments within the limit have arrived; fails if the story fails, and with ``HackerNewsError/noSuchStory(_:)``.
    /// - Runs on: the transport's threads.
    /// - Keeps: the comments so far.
    /// - Parameters:
    ///   - limit: the maximum number of comments; upper levels come first.
    ///   - maxConcurrent: the maximum number of requests in flight.
    package func comments(on story: Int, limit: Int = 200, maxConcurrent: Int = 16) -> Observable<CommentTree> {
        reply("item/\(story).json", as: WireItem.self, .thread).asObservable()
            .flatMap { item in answer(item).asObservable().map { (item, $0) } }
            .flatMap { item, answer -> Observable<CommentTree> in
                guard case .story(let found) = answer else { throw HackerNewsError.noSuchStory(story) }
                let tree = CommentTree(story: found, kids: item.kids, limit: limit)
                let roots = item.kids.map { Place(id: $0, parent: story, depth: 1) }
                return levels(tree, roots, maxConcurrent, RateLimitHit()).startWith(tree)
            }
    }

    /// The position of a comment in the tree.
    private struct Place: Sendable {
        let id, parent, depth: Int
    }

    /// One level of comments, then the next.
    private func levels(
        _ tree: CommentTree, _ places: [Place], _ maxConcurrent: Int, _ hit: RateLimitHit
    ) -> Observable<CommentTree> {
        let wanted = Array(places.prefix(max(0, tree.limit - tree.done)))
        if wanted.isEmpty { return .empty() }
        let states = Observable.from(wanted)
            .map { place in comment(place.id, unless: hit).map { (place, $0) } }
            .merge(maxConcurrent: maxConcurrent)
            .scan(Level(tree: tree)) { level, answer in level.adding(answer.1, at: answer.0) }
        // The last state is followed by nil, which starts the next level.
        return states.map(Optional.some).concat(Observable.just(nil))
            .scan((level: Level(tree: tree), isLast: false)) { latest, level in
                level.map { ($0, false) } ?? (latest.level, true)
            }
            .concatMap { latest -> Observable<CommentTree> in
                latest.isLast
                    ? levels(latest.level.tree, latest.level.next, maxConcurrent, hit) : .just(latest.level.tree)
            }
    }

    /// The tree with one level's comments so far, and the positions of the next level.
    private struct Level: Sendable {
        var tree: CommentTree
        var next: [Place] = []

        func adding(_ result: Result<Comment?, any Error>, at place: Place) -> Level {
            var level = self
            level.tree.add(place.id, under: place.parent, depth: place.depth, result)
            if case .success(let comment?) = result {
                // More are never shown, and a comment could name a million.
                let room = max(0, tree.limit - level.next.count)
                level.next += comment.kids.prefix(room).map { Place(id: $0, parent: place.id, depth: place.depth + 1) }
            }
            return level
        }
    }

    /// The result for one comment, as a value.
    private func comment(_ id: Int, unless hit: RateLimitHit) -> Single<Result<Comment?, any Error>> {
        .deferred {
            if let error = hit.error { return .just(.failure(error)) }
            return reply("item/\(id).json", as: WireComment.self, .item).map { .success($0.comment) }.catch { error in
                hit.note(error)
                return .just(.failure(error))
            }
        }
    }
}
