import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

extension GitHub {
    /// Requests JSON with the API's version, the token and the validators; fails with GitHub's own explanation.
    func reply(
        _ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil, about topic: Topic
    ) -> Single<HTTPReply> {
        guard isOurs(url) else { return .error(GitHubError.foreignPage(url)) }
        var headers: HTTPFields = [.accept: "application/vnd.github+json"]
        // GitHub serves 2022-11-28 until March 2028; some Enterprise servers don't know the newer version.
        if let version = HTTPField.Name("X-GitHub-Api-Version") { headers[version] = "2022-11-28" }
        if let token {
            guard url.scheme?.lowercased() == "https" || url.isOnLoopback else {
                return .error(GitHubError.tokenNeedsEncryption(url))
            }
            headers[.authorization] = token.header
        }
        validators?.apply(to: &headers)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose)
            .catch { .error(explained($0, about: topic)) }
    }

    /// True if a linked page has the API's scheme, host and port.
    private func isOurs(_ url: URL) -> Bool {
        url.scheme?.lowercased() == baseURL.scheme?.lowercased() && url.host?.lowercased() == baseURL.host?.lowercased()
            && port(of: url) == port(of: baseURL)
    }

    private func port(of url: URL) -> Int? {
        url.port ?? ["https": 443, "http": 80][url.scheme?.lowercased() ?? ""]
    }
}

extension GitHub {
    /// The newest page of a repository's events.
    ///
    /// GitHub publishes events 30 s to 6 h late, and inserts late ones below newer ones.
    /// - Parameters:
    ///   - perPage: 1 to 100; GitHub's own default is 30.
    ///   - validators: the validators of the last page with the same token and `perPage`, for a `notModified` answer.
    package func events(
        of repository: RepositoryName, perPage: Int = 30, validators: Validators? = nil
    ) -> Single<Conditional<EventPage>> {
        .deferred {
            let size = String(min(max(perPage, 1), 100))
            let url = try baseURL.endpoint("repos/\(repository)/events", [("per_page", size)])
            return page(url, .events, validators: validators, about: .repository(repository))
        }
    }

    /// The page at ``EventPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    package func events(at page: URL, validators: Validators? = nil) -> Single<Conditional<EventPage>> {
        self.page(page, .page, validators: validators, about: .other)
    }

    /// The pages of a repository's events, emitted as they arrive, until they contain `count` different events or end.
    ///
    /// Requests one page after another. Fails with the first page that fails; earlier pages have been emitted.
    /// - Parameter count: at most 300, GitHub's maximum.
    package func moreEvents(of repository: RepositoryName, upTo count: Int) -> Observable<EventPage> {
        pages(events(of: repository, perPage: count), wanted: count, seen: [])
    }

    /// The pages from a linked page on, until they contain `count` different events or end.
    package func moreEvents(from page: URL, upTo count: Int) -> Observable<EventPage> {
        pages(events(at: page), wanted: count, seen: [])
    }

    private func pages(
        _ first: Single<Conditional<EventPage>>, wanted: Int, seen: Set<String>
    ) -> Observable<EventPage> {
        first.asObservable().flatMap { answer -> Observable<EventPage> in
            guard case .modified(let page) = answer else { return .error(GitHubError.unaskedNotModified(baseURL)) }
            // New events push old ones to the next page while it is requested, so some events repeat.
            let seen = seen.union(page.events.map(\.id))
            guard let next = page.next, seen.count < wanted, !page.events.isEmpty else { return .just(page) }
            return .just(page).concat(Observable.deferred { pages(events(at: next), wanted: wanted, seen: seen) })
        }
    }

    func page(
        _ url: URL, _ purpose: RequestPurpose, validators: Validators?, about topic: Topic
    ) -> Single<Conditional<EventPage>> {
        reply(url, purpose, validators: validators, about: topic).map { reply in
            reply.status == .notModified ? .notModified : .modified(try EventPage(reply, on: site))
        }
    }
}

extension GitHub {
    /// The account with that name.
    ///
    /// Fails with ``GitHubError/noSuchAccount(_:)`` if it doesn't exist.
    package func account(_ name: AccountName) -> Single<GitHubAccount> {
        .deferred {
            reply(try baseURL.endpoint("users/\(name)"), .account, about: .account(name)).map {
                try $0.decoded(as: GitHubAccount.self)
            }
        }
    }

    /// The newest page of the public events of an account.
    ///
    /// - Parameters:
    ///   - kind: the kind of account; GitHub has a separate list for organizations.
    ///   - perPage: 1 to 100; GitHub's own default is 30.
    ///   - validators: the validators of the last page with the same token and `perPage`, for a `notModified` answer.
    package func events(
        of account: AccountName, _ kind: GitHubAccount.Kind, perPage: Int = 30, validators: Validators? = nil
    ) -> Single<Conditional<EventPage>> {
        .deferred {
            let path = kind == .organization ? "orgs/\(account)/events" : "users/\(account)/events/public"
            let url = try baseURL.endpoint(path, [("per_page", String(min(max(perPage, 1), 100)))])
            return page(url, .events, validators: validators, about: .account(account))
        }
    }
}

extension GitHub {
    /// The account of the token's owner.
    ///
    /// Fails with ``GitHubError/tokenNeeded`` without one.
    package func authenticatedAccount() -> Single<GitHubAccount> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(try baseURL.endpoint("user"), .account, about: .other).map {
                try $0.decoded(as: GitHubAccount.self)
            }
        }
    }

    /// The first page of the unread notifications of the token's owner: at most 50 threads.
    ///
    /// Marks nothing on GitHub. Fails with ``GitHubError/tokenNeeded`` without a token.
    /// - Parameter validators: the validators of the last response with the same token, for a `notModified` answer.
    package func notifications(validators: Validators? = nil) -> Single<Conditional<NotificationPage>> {
        .deferred {
            guard hasToken else { throw GitHubError.tokenNeeded }
            return reply(
                try baseURL.endpoint("notifications", [("per_page", "50")]), .events, validators: validators,
                about: .other
            ).map { $0.status == .notModified ? .notModified : .modified(try NotificationPage($0, on: site)) }
        }
    }

    /// The page at ``NotificationPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    package func notifications(at page: URL) -> Single<NotificationPage> {
        reply(page, .page, about: .other).map { reply in
            guard reply.status != .notModified else { throw GitHubError.unaskedNotModified(page) }
            return try NotificationPage(reply, on: site)
        }
    }

    /// The newest page of the events on an account's dashboard: from watched repositories and followed people.
    package func receivedEvents(of account: AccountName, perPage: Int = 30) -> Single<Conditional<EventPage>> {
        .deferred {
            let url = try baseURL.endpoint(
                "users/\(account)/received_events", [("per_page", String(min(max(perPage, 1), 100)))])
            return page(url, .events, validators: nil, about: .account(account))
        }
    }
}

extension GitHub {
    /// The first page of all public repositories, or the page at ``RepositoryPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    package func repositories(
        page: URL? = nil, validators: Validators? = nil
    ) -> Single<Conditional<RepositoryPage>> {
        .deferred {
            reply(try page ?? baseURL.endpoint("repositories"), .repositories, validators: validators, about: .other)
                .map {
                    reply in
                    reply.status == .notModified ? .notModified : .modified(try RepositoryPage(reply, on: site))
                }
        }
    }

    /// The current name of a repository, by its id.
    func name(ofRepository id: Int) -> Single<RepositoryName> {
        .deferred {
            reply(try baseURL.endpoint("repositories/\(id)"), .repository, about: .other).map { reply in
                try reply.decoded(as: Named.self).name
            }
        }
    }

    private struct Named: Decodable {
        let name: RepositoryName

        private enum CodingKeys: String, CodingKey {
            case name = "full_name"
        }
    }
}

extension GitHub {
    /// The title and the body of a pull request, which events don't contain.
    ///
    /// Fails with ``GitHubError/notFound(_:hadToken:)`` if the pull request is missing or private.
    package func text(ofPullRequest number: Int, in repository: RepositoryName) -> Single<PullRequestText> {
        .deferred {
            let url = try baseURL.endpoint("repos/\(repository)/pulls/\(number)")
            return reply(url, .pullRequest, about: .repository(repository)).map {
                let written = try $0.decoded(as: Written.self)
                return PullRequestText(
                    title: written.title, body: written.body?.ifNotBlank.map(MarkdownText.shortened))
            }
        }
    }

    private struct Written: Decodable {
        let title: String
        let body: String?
    }
}

/// The title and text of a pull request, as its author wrote them.
package struct PullRequestText: Sendable, Hashable {
    /// Empty if GitHub has none.
    package let title: String
    /// In Markdown, at most 4,000 bytes; nil if there is none.
    package let body: String?
}

extension GitHub {
    /// The rate limits by part of the API: `core`, `search`, ….
    ///
    /// This request doesn't count against them.
    package func allowances() -> Single<[String: Allowance]> {
        .deferred {
            reply(try baseURL.endpoint("rate_limit"), about: .other).map { try $0.decoded(as: Response.self).resources }
        }
    }

    private struct Response: Decodable {
        let resources: [String: Allowance]
    }
}

/// The rate limit of one part of the API.
package struct Allowance: Sendable, Hashable, Decodable {
    /// The limit per period: an hour, or a minute for searches.
    package let limit: Int
    /// The remaining requests.
    package let remaining: Int
    /// The end of the period.
    package let reset: Date

    private enum CodingKeys: String, CodingKey {
        case limit, remaining, reset
    }

    /// Decodes the API's form, with the reset in seconds since 1970.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        limit = try container.decode(Int.self, forKey: .limit)
        remaining = try container.decode(Int.self, forKey: .remaining)
        reset = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .reset))
    }
}
