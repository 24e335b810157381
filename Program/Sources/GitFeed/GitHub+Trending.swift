import Freshet
import FreshetHTTP
import Platform
import WebText

extension GitHub {
    /// The newest events of the most starred repositories of a language, repository by repository.
    /// ```
    /// search   --5 repositories|
    /// events                    --a--b--c--x--e|
    /// result   --0/5--------------1--2--3--4--5|
    /// ```
    /// Requests one repository after another, as GitHub asks. The result names repositories that fail; after a rate limit the remaining ones
    /// fail without a request.
    /// Fails if the search or every repository fails. Completes after the last repository, or immediately if there are none.
    /// - Parameters:
    ///   - language: as on GitHub's pages; case doesn't matter.
    ///   - repositories: 1 to 100.
    ///   - events: the number of events of each repository, 1 to 100.
    package func trending(language: String, repositories: Int = 5, events: Int = 5) -> Observable<Trending> {
        search(language: language, count: repositories).asObservable().flatMap { found -> Observable<Trending> in
            let limit = RateLimitHit()
            return Observable.from(found.repositories.map(\.name))
                .concatMap { name in newest(events, of: name, unless: limit).map { (name, $0) } }
                .scan(into: found) { $0.add($1.0, $1.1, count: events) }
                .map { state in
                    if let failure = state.failures.first, state.failures.count == state.total { throw failure.error }
                    return state
                }
                .startWith(found)
        }
    }

    /// The result for one repository, as a value.
    private func newest(
        _ count: Int, of repository: RepositoryName, unless limit: RateLimitHit
    ) -> Single<Result<EventPage, any Error>> {
        .deferred {
            if let error = limit.error { return .just(.failure(error)) }
            return events(of: repository, perPage: count)
                .map { answer in
                    guard case .modified(let page) = answer else { throw GitHubError.unaskedNotModified(baseURL) }
                    return .success(page)
                }
                .catch { error in
                    limit.note(error)
                    return .just(.failure(error))
                }
        }
    }

    private func search(language: String, count: Int) -> Single<Trending> {
        .deferred {
            let name = try Self.qualifier(language)
            let url = try baseURL.endpoint(
                "search/repositories",
                [("q", "language:\(name)"), ("sort", "stars"), ("per_page", String(min(max(count, 1), 100)))])
            return reply(url, .search, about: .language(language)).map { reply in
                let answer = try reply.decoded(as: SearchResponse.self)
                let found = answer.items.elements.prefix(count).compactMap { $0.found(on: site) }
                return Trending(
                    language: language, repositories: found, incompleteResults: answer.isIncomplete ?? false,
                    skipped: answer.items.skipped)
            }
        }
    }

    /// True if the text can be the name of a programming language. Only GitHub knows the actual ones.
    static func isLanguage(_ text: String) -> Bool {
        do { return !(try qualifier(text)).isEmpty } catch { return false }
    }

    /// The language as a search term, in quotes unless it is a single word.
    private static func qualifier(_ language: String) throws -> String {
        let name = language.onOneLine
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 32 && $0 != "\"" && $0.value != 127 }
        guard (1...100).contains(name.count), isPlain else { throw GitHubError.invalidLanguage(language) }
        return name.contains(" ") ? "\"\(name)\"" : name
    }

    private struct SearchResponse: Decodable {
        let isIncomplete: Bool?
        let items: ReadableList<WireRepository>

        enum CodingKeys: String, CodingKey {
            case items
            case isIncomplete = "incomplete_results"
        }
    }
}

extension WireRepository {
    fileprivate func found(on site: GitHubPageURLs) -> TrendingRepository? {
        RepositoryName(name).map {
            TrendingRepository(
                name: $0, description: description?.ifNotBlank?.onOneLine, stars: stars,
                url: site.page(address, else: site.page(of: name)))
        }
    }
}
