import Dispatch
import FeedStore
import Freshet
import Platform
import WebText

/// The format of a feed's document.
package enum FeedFormat: String, Sendable, Hashable, Codable {
    case rss
    case atom
    case json

    /// Its name for readers.
    package var name: String {
        switch self {
        case .rss: "RSS"
        case .atom: "Atom"
        case .json: "JSON Feed"
        }
    }
}

/// One of several feeds at an address.
package struct FeedCandidate: Sendable, Hashable, Encodable {
    /// The reason for not reading the feed.
    package enum Problem: String, Sendable, Hashable, Encodable {
        case noFeed
        case needsPassword
        case unreachable

        /// The reason for readers.
        package var words: String {
            switch self {
            case .noFeed: "no feed"
            case .needsPassword: "needs a password"
            case .unreachable: "not reachable"
            }
        }
    }

    /// The feed's own address, which resolves to this feed alone.
    package let url: String
    /// The feed's own title, or else that of the link to it, or else its address.
    package fileprivate(set) var title: String
    /// The format of the feed, or of its link if it wasn't read; nil if it is unknown.
    package fileprivate(set) var format: FeedFormat?
    /// The number of its items; nil if it wasn't read.
    package fileprivate(set) var items: Int?
    /// The date of its newest item; nil if it is unknown.
    package fileprivate(set) var newest: Date?
    /// The reason for not reading it; nil if it was read, or wasn't tried.
    package fileprivate(set) var problem: Problem?

    /// A candidate.
    package init(
        url: String, title: String, format: FeedFormat? = nil, items: Int? = nil, newest: Date? = nil,
        problem: Problem? = nil
    ) {
        self.url = url
        self.title = title
        self.format = format
        self.items = items
        self.newest = newest
        self.problem = problem
    }

    /// Its format and the number of its items or the problem, such as "RSS" and "12 items".
    package var facts: [String] {
        [format?.name, problem?.words ?? items?.counted("item")].compactMap { $0 }
    }

    /// ``facts`` and the age of the newest item on a line: "RSS · 12 items · newest 2 h ago".
    ///
    /// - Parameter ago: the words for a date that has passed.
    package func facts(_ ago: (Date) -> String) -> String {
        (facts + (newest.map { ["newest " + ago($0)] } ?? [])).joined(separator: " · ")
    }

    private enum CodingKeys: CodingKey { case url, title, format, items, newest, problem, facts }

    /// Encodes the candidate for programs, with ``facts``.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(url, forKey: .url)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(format, forKey: .format)
        try container.encodeIfPresent(items, forKey: .items)
        try container.encodeIfPresent(newest?.internetDateTime, forKey: .newest)
        try container.encodeIfPresent(problem, forKey: .problem)
        try container.encode(facts, forKey: .facts)
    }

    /// True if its title or address says that its items are comments.
    fileprivate var hasComments: Bool {
        title.lowercased().contains("comment")
            || URL(string: url)?.pathComponents.contains { $0.lowercased() == "comments" } == true
    }

    fileprivate mutating func note(_ snapshot: Snapshot, _ addresses: FeedAddresses) {
        title = snapshot.title ?? title
        format = addresses.format ?? format
        items = snapshot.total + snapshot.mutedCount
        // Items without a date have that of the refresh that found them.
        newest = snapshot.items.first?.date.flatMap { date in
            snapshot.fetchedAt.map { date < $0 } == true ? date : nil
        }
    }

    fileprivate mutating func note(_ error: any Error) {
        let error = FeedError(error)
        problem =
            switch error.remedy {
            case .credentials: .needsPassword
            case .changeRequest where error.kind != "refusedAddress": .noFeed
            case .changeRequest, .tryLater: .unreachable
            }
    }
}

/// The feeds at an address, for programs; see `docs/json.md`.
package struct CandidatesDocument: JSONDocument {
    private let candidates: [FeedCandidate]

    /// The candidates.
    package init(_ candidates: [FeedCandidate]) { self.candidates = candidates }
}

extension FeedEnvironment {
    /// The number of candidates that are fetched.
    private static let mostRead = 8
    /// The time limit for all of them.
    private static let longestReading = RxTimeInterval.seconds(10)

    /// Replaces candidates by what their feeds say. Feeds of comments come after others, and addresses without a feed last.
    ///
    /// Fetches at most 8, as if each were chosen, and stores them: following one of them needs no second request.
    ///
    /// - Parameter page: the text that was resolved.
    /// - Ends: after at most 10 s more than the resolution, and as that does.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: nothing.
    package func readingCandidates(of resolution: Single<Resolution>, at page: String) -> Single<Resolution> {
        resolution.flatMap { resolution in
            guard case .candidates(let found) = resolution else { return .just(resolution) }
            let sorted = found.filter { !$0.hasComments } + found.filter(\.hasComments)
            let read = sorted.prefix(Self.mostRead).map { reading($0, namedBy: page).asObservable() }
            return Observable.zip(read).asSingle().map { read in
                let all = read + sorted.dropFirst(Self.mostRead)
                return .candidates(all.filter { $0.problem != .noFeed } + all.filter { $0.problem == .noFeed })
            }
        }
    }

    private func reading(_ candidate: FeedCandidate, namedBy page: String) -> Single<FeedCandidate> {
        Single.deferred {
            resolve(candidate.url, namedBy: page)
                .timeout(Self.longestReading, other: .error(FeedError.slowCandidate), scheduler: makeScheduler())
                .map { resolution in
                    var candidate = candidate
                    if case .feed(let feed) = resolution {
                        let snapshot = try store.snapshot(of: feed.key, order: .newest, limit: 1)
                        candidate.note(snapshot, feed.description.addresses(snapshot.extra))
                    } else {
                        candidate.problem = .noFeed
                    }
                    return candidate
                }
        }
        .catch { error in
            if error is FeedStoreError { throw error }
            var candidate = candidate
            candidate.note(error)
            return .just(candidate)
        }
    }
}

extension FeedError {
    fileprivate static let slowCandidate = FeedError(kind: "timedOut", message: "The feed took too long to answer")
}

/// The result of resolving an address.
package enum Resolution: Sendable {
    /// One feed, which exists.
    case feed(Feed)
    /// Several feeds to choose from, such as those of a site.
    case candidates([FeedCandidate])
}

extension FeedEnvironment {
    /// Resolves a pasted address or typed words. Checks with the upstream unless the feed is stored.
    ///
    /// - Parameter page: for the address of a ``FeedCandidate``, what was resolved to it. A page may not lead to private addresses.
    /// - Ends: after the answer; fails with a ``FeedError`` if there is no such feed or the check fails. Nothing is stored then.
    /// - Runs on: a scheduler of its own; see ``makeScheduler``.
    /// - Keeps: the response of the check.
    package func resolve(_ text: String, namedBy page: String? = nil) -> Single<Resolution> {
        .deferred {
            guard let feed = catalog.feed(pasted: text) else {
                throw FeedError(
                    kind: "unknownAddress", message: "\(text.inQuotes) isn't the address of a feed",
                    remedy: .changeRequest)
            }
            guard let page = page.flatMap({ catalog.feed(pasted: $0)?.description }) else {
                return try resolve(feed.description)
            }
            let description = feed.description
            return description.discoverableFeed?.named(by: page).discover(in: self) ?? description.resolve(in: self)
        }
    }

    /// Resolves to the feed as the account's own token opens it, if it is personal or the server can't show it.
    private func resolve(_ feed: any FeedDescription) throws -> Single<Resolution> {
        guard let own = try own(feed)?.description else { return feed.resolve(in: self) }
        if feed.isPersonal { return own.resolve(in: self) }
        return feed.resolve(in: self).catch { error in
            if error is FeedStoreError { throw error }
            // If the token can't open the feed either, the server's answer explains more.
            return own.resolve(in: self).catch { error in throw (error as? FeedStoreError) ?? error }
        }
    }
}

extension FeedDescription {
    /// This feed as it is followed: with this key, under another address if it has several, or else the account's own of this kind;
    /// nil if it isn't.
    package func followed(in environment: FeedEnvironment) throws -> Feed? {
        if let aliased = aliasedFeed { return try aliased.currentFollow(in: environment) }
        if let same = try environment.followed(Feed(self))?.feed { return same }
        return try environment.own(self).flatMap { try environment.followed($0)?.feed }
    }

    /// Resolves the feed's address: to the feed once it is known to exist, or to several feeds to choose from.
    package func resolve(in environment: FeedEnvironment) -> Single<Resolution> {
        discoverableFeed?.discover(in: environment) ?? answered(in: environment)
    }

    /// The feed as it is followed, or else the feed once its upstream has answered or if it is stored.
    private func answered(in environment: FeedEnvironment) -> Single<Resolution> {
        let feed = Feed(self)
        return .deferred {
            if let followed = try readableFollow(in: environment) { return .just(.feed(followed)) }
            let isStored = try environment.store.snapshot(of: key, order: .newest, limit: 0).fetchedAt != nil
            if isStored { return .just(.feed(feed)) }
            return feed.load(in: environment).takeLast(1).asSingle().map { state in
                if let error = state.freshness.error, state.fetchedAt == nil { throw error }
                // The answer may have told another name under which it is followed.
                return .feed(try readableFollow(in: environment) ?? feed)
            }
        }
    }

    /// The feed as it is followed; nil if the account has lost the right to read it.
    package func readableFollow(in environment: FeedEnvironment) throws -> Feed? {
        try followed(in: environment).flatMap { try environment.mayRead($0.description) ? $0 : nil }
    }
}
