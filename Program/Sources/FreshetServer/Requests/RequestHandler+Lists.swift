import FeedStore
import Feeds
import HTTPTypes
import Search
import WebText

extension RequestHandler {
    /// The maximum number of items in a list of several feeds, and the number without a choice.
    private static let (listLimit, usualLimit) = (1000, 50)

    func list(
        _ kind: ItemListPage.Kind, _ isForPrograms: Bool, _ incoming: IncomingRequest, _ feed: Feed? = nil,
        label: String? = nil
    ) throws -> Handling {
        let limit = try listLimit(incoming.target) ?? Self.usualLimit
        var selection = kind.selection
        selection.label = label
        // Programs get each item.
        if isForPrograms { selection.groupsStories = false }
        var feed = feed
        if let path = incoming.target["feed"] { feed = try self.feed(path).0 }
        let folder = try incoming.target.text("folder", atMost: 200)
        if let feed {
            selection.feeds = .feed(feed.key)
        } else if let folder {
            selection.feeds = .folder(folder)
        }
        let (chosen, place) = (selection, (feed: feed, folder: folder))
        if isForPrograms {
            let groupsStories = try incoming.target.flag("stories") ?? false
            return later(incoming) { context in
                var chosen = chosen
                chosen.groupsStories = groupsStories
                let items = try context.environment.items(chosen, limit: limit)
                let unread = try groupsStories ? context.followed.unread : context.environment.store.unreadCounts()
                return EncodedBody(
                    json: try items.json(
                        named: label.map { "label:" + $0 } ?? kind.rawValue, unreadCount: unread.total,
                        groupsStories: groupsStories, picture: pictureAddress(for: incoming)))
            }
        }
        // The account's order is applied once it has been read.
        _ = try ItemListQuery(incoming.target)
        return listPage(incoming) { context, article in
            // Read before the items: events bring what is newer than the site.
            let site = self.site(for: incoming)
            let usual: AccountSettings.Order = kind == .muted ? .newest : site.preferences.order
            let query = try ItemListQuery(incoming.target, usual: usual)
            var chosen = chosen
            query.apply(to: &chosen, followed: place.feed == nil ? site.followed : [])
            var page = ItemListPage(
                kind: kind, items: try context.environment.items(chosen, offset: query.offset, limit: limit),
                site: site,
                feed: place.feed, folder: place.folder, label: label,
                query: query,
                feedAddresses: try context.environment.store.feedSecret().map {
                    PersonalFeedAddresses($0, origin: "")
                })
            page.article = article
            return try content(page.html, page.entryRows, incoming)
        }
    }

    /// The page of a list or, with `part=texts`, the texts of its items.
    func content(
        _ page: @autoclosure () -> HTML, _ rows: @autoclosure () -> [EntryRow], _ incoming: IncomingRequest
    ) throws -> EncodedBody {
        incoming.isForTexts
            ? EncodedBody(json: try RowTexts(rows(), below: context.shared.prefix).json()) : EncodedBody(html: page())
    }

    /// The names in examples of searches and rules.
    func examples(_ context: ServerContext, _ incoming: IncomingRequest) throws -> ExampleNames {
        try ExampleNames(site(for: incoming)).completed(in: context.environment)
    }

    func search(_ isForPrograms: Bool, _ incoming: IncomingRequest) throws -> Handling {
        let limit = try listLimit(incoming.target) ?? Self.usualLimit
        let order = try searchOrder(incoming.target, otherwise: .rank)
        let typed = incoming.target["q"] ?? ""
        if typed.count > SearchPage.longest, !isForPrograms {
            let reason = "A search can have at most \(SearchPage.longest) characters."
            let page = SearchPage(query: typed, order: order, outcome: .refused(reason), site: site(for: incoming))
            return .now(.content(EncodedBody(html: page.html), status: .badRequest))
        }
        let text = try searchedText(incoming.target)
        if text.isEmpty, !isForPrograms {
            return later(incoming) { context in
                let names = try examples(context, incoming)
                let page = SearchPage(
                    query: "", order: order, outcome: .none, site: site(for: incoming), names: names)
                return EncodedBody(html: page.html)
            }
        }
        return .later(incoming) {
            let article = isForPrograms ? nil : try await openItem(incoming)
            return try await searched { context, deadline in
                let secret = isForPrograms ? nil : try context.environment.store.feedSecret()
                func page(_ outcome: SearchPage.Outcome) throws -> EncodedBody {
                    let more = limit == Self.usualLimit ? nil : limit
                    let next = limit < Self.listLimit ? min(limit + Self.usualLimit, Self.listLimit) : nil
                    let hasHits = if case .found(let items) = outcome { !items.hits.isEmpty } else { false }
                    let page = SearchPage(
                        query: text, order: order, limits: (chosen: more, next: next), outcome: outcome,
                        site: site(for: incoming),
                        feedAddresses: secret.map { PersonalFeedAddresses($0, origin: "") }, article: article,
                        names: hasHits ? nil : try examples(context, incoming))
                    return try content(page.html, page.entryRows, incoming)
                }
                let query: SearchQuery
                do throws(SearchSyntaxError) { query = try context.environment.query(text) } catch {
                    if isForPrograms { throw BadRequest(message: error.description) }
                    return .content(try page(.refused(error.description)), status: .badRequest)
                }
                let found: SearchedItems
                do {
                    found = try context.environment.search(
                        query, order: order, limit: limit, groupsStories: !isForPrograms, until: deadline)
                } catch FeedStoreError.tooSlow where !isForPrograms {
                    return .content(try page(.refused(FeedStoreError.tooSlow.description)), status: .serviceUnavailable)
                }
                if !isForPrograms { return .content(try page(.found(found))) }
                return .content(EncodedBody(json: try found.json(query: text, picture: pictureAddress(for: incoming))))
            }
        }
    }

    /// The chosen maximum number of items in a list of several feeds.
    func listLimit(_ target: Target) throws -> Int? { try target.number("limit", in: 1...Self.listLimit) }

    /// The text that an address searches for; empty for none.
    func searchedText(_ target: Target) throws -> String {
        let text = try target.text("q", atMost: SearchPage.longest) ?? ""
        guard let feed = try target.text("in", atMost: 500), !text.isEmpty else { return text }
        return "in:\(feed) \(text)"
    }

    /// The chosen order of a search.
    func searchOrder(_ target: Target, otherwise usual: SearchOrder) throws -> SearchOrder {
        guard let chosen = target["sort"] else { return usual }
        guard let order = SearchOrder(rawValue: chosen) else {
            throw BadRequest(message: "“\(chosen)” isn't a sort order. Use ?sort=rank, ?sort=date or ?sort=arrival.")
        }
        return order
    }

    /// The parsed search; fails with ``BadRequest``.
    func searchQuery(_ text: String) throws -> SearchQuery {
        do throws(SearchSyntaxError) { return try context.environment.query(text) } catch {
            throw BadRequest(message: error.description)
        }
    }
}
