public import Freshet
public import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GitHub {
    /// The newest page of what happened in a repository.
    ///
    /// GitHub tells events 30 s to 6 h late, late ones below newer ones.
    /// - Parameters:
    ///   - perPage: 1 to 100; GitHub's own default is 30.
    ///   - validators: of the last page with the same token and `perPage`; then the answer may be `notModified`.
    public func events(
        of repository: RepositoryName, perPage: Int = 30, validators: Validators? = nil
    ) -> Single<Conditional<EventPage>> {
        .deferred {
            let size = String(min(max(perPage, 1), 100))
            let url = try address("repos/\(repository)/events", [("per_page", size)])
            return page(url, .events, validators: validators, about: .repository(repository))
        }
    }

    /// The page that ``EventPage/next`` leads to.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if that is not on the API's host.
    public func events(at page: URL, validators: Validators? = nil) -> Single<Conditional<EventPage>> {
        self.page(page, .page, validators: validators, about: .other)
    }

    /// Pages of what happened in a repository, one after the other as they come, until `count` different events have come or there are no more.
    ///
    /// Asks one page after the other. *Fails* with the first page that fails; those before it have come.
    /// - Parameter count: GitHub has 300 at most.
    public func moreEvents(of repository: RepositoryName, upTo count: Int) -> Observable<EventPage> {
        pages(events(of: repository, perPage: count), wanted: count, seen: [])
    }

    /// Pages from a page on that was linked to, until `count` different events have come or there are no more.
    public func moreEvents(from page: URL, upTo count: Int) -> Observable<EventPage> {
        pages(events(at: page), wanted: count, seen: [])
    }

    private func pages(
        _ first: Single<Conditional<EventPage>>, wanted: Int, seen: Set<String>
    ) -> Observable<EventPage> {
        first.asObservable().flatMap { answer -> Observable<EventPage> in
            guard case .modified(let page) = answer else { return .error(GitHubError.unaskedNotModified(baseURL)) }
            // While pages are asked for, new events push old ones to the next page, where they come again.
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
