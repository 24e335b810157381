import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension GitHub {
    /// The newest page of a repository's events.
    ///
    /// GitHub publishes events 30 s to 6 h late, and inserts late ones below newer ones.
    /// - Parameters:
    ///   - perPage: 1 to 100; GitHub's own default is 30.
    ///   - validators: those of the last page with the same token and `perPage`, for a `notModified` answer.
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
