import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import WebText

extension RequestHandler {
    func asset(_ name: String, _ incoming: IncomingRequest) -> Handling {
        guard let asset = Asset(named: name) else {
            return .now(problem(.notFound, "Page not found", "This file doesn't exist.", incoming))
        }
        let content = context.fixed.content(name) {
            EncodedBody(asset.contentType, ByteBuffer(bytes: asset.bytes), isPermanent: true)
        }
        var response = ServerResponse.content(content)
        if incoming.target["v"] == asset.hash {
            response.headers[.cacheControl] = "public, max-age=31536000, immutable"
        }
        return .now(response)
    }

    func avatar(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { await avatar(incoming.path["hash"], incoming) }
    }

    private func avatar(_ hash: String, _ incoming: IncomingRequest) async -> ServerResponse {
        let mayFetch = incoming.source.mayAskUpstreams && incoming.target["kept"] == nil
        guard let picture = await context.avatars?.picture(hash, mayFetch: mayFetch) else {
            return problem(.notFound, "Page not found", "No page uses this picture.", incoming)
        }
        var response = ServerResponse.content(EncodedBody(picture.contentType, picture.bytes))
        response.headers[.cacheControl] = "private, max-age=\(picture.maximumAge)"
        return response
    }

    /// A picture in an article; only those that this server has named.
    func picture(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { try await picture(incoming.path["signature"], incoming) }
    }

    private func picture(_ signature: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let feed = incoming.target["feed"].map { FeedKey($0) } ?? ArticlePictures.noFeed
        let answer = try await context.pictures?.picture(
            incoming.target["url"] ?? "", in: feed, signed: signature, mayFetch: incoming.target["kept"] == nil)
        switch answer {
        case .picture(let picture):
            var response = ServerResponse.content(EncodedBody(picture.contentType, picture.bytes))
            response.headers[.cacheControl] = "private, max-age=\(picture.maximumAge), immutable"
            response.headers.append(contentsOf: Self.signedPicture)
            return response
        case .unavailable:
            return problem(.badGateway, "Can't load the picture", "Its site sends no picture.", incoming)
        case .unknown, nil: return problem(.notFound, "Page not found", "No page uses this picture.", incoming)
        }
    }

    /// The headers of pictures at signed addresses, which also reader apps show that are pages themselves.
    private static let signedPicture: HTTPFields = [
        .contentSecurityPolicy: "default-src 'none'; sandbox", .resourcePolicy: "cross-origin",
    ]

    /// The icons of the followed feeds that a page names.
    func icons(_ incoming: IncomingRequest) throws -> Handling {
        let paths = Set((incoming.target["feeds"] ?? "").split(separator: " ").map(String.init))
        guard 1...PageIcons.maximumFeeds ~= paths.count else {
            throw BadRequest(message: "Name 1 to \(PageIcons.maximumFeeds) feeds in “feeds”, with spaces between them.")
        }
        return .later(incoming) {
            let feeds = context.followed.items.map(\.feed).filter { paths.contains($0.address) }
            let icons = await PageIcons(of: feeds, from: context.pictures, mayFetch: incoming.source.mayAskUpstreams)
            var response = ServerResponse.content(EncodedBody(json: try icons.json()))
            // The first answers of a page come while sites are being asked.
            response.headers[.cacheControl] = icons.isComplete ? "private, max-age=86400" : "no-store"
            return response
        }
    }

    /// The icon of a feed's site, or a letter; only those that this server has named.
    func icon(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { try await icon(incoming.path["signature"], incoming) }
    }

    private func icon(_ signature: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let key = FeedKey(incoming.target["feed"] ?? "")
        guard let pictures = context.pictures, let title = context.catalog.feed(key)?.title,
            let icon = await pictures.icon(of: key, titled: title, signed: signature)
        else { return problem(.notFound, "Page not found", "No page uses this picture.", incoming) }
        var response = ServerResponse.content(EncodedBody(icon.contentType, icon.bytes))
        response.headers[.cacheControl] = "private, max-age=\(icon.maximumAge)"
        response.headers.append(contentsOf: Self.signedPicture)
        return response
    }
}

extension RequestHandler {
    /// The addresses of pictures in items for programs, which open them without signing in; none if pictures are off.
    ///
    /// - Parameter namesFeeds: true to include the feeds in the addresses. Without them, no picture on a private network is
    ///   shown.
    func pictureAddress(for incoming: IncomingRequest, namesFeeds: Bool = true) -> ListedItems.PictureAddress {
        guard let pictures = context.pictures else { return { _, _ in nil } }
        let (origin, shown) = (origin(for: incoming), incoming.pictures)
        return { address, feed in
            pictures.served(address, in: namesFeeds ? feed.key : nil, on: shown).at(origin)
        }
    }
}

extension ServedPicture {
    /// The picture for a program, which needs the server's address, too.
    func at(_ origin: String) -> ServedPicture { ServedPicture(path: origin + path, size: size) }
}
