import FeedStore
import Feeds
import HTTPTypes
import Platform

/// Miniflux's API, version 1 (miniflux.app/docs/api.html). Categories are folders; feeds in none are in ``noFolder``.
struct Miniflux: ReaderAPIHandler {
    let request: AppRequest
    let library: Library

    /// The category of feeds in no folder.
    static let noFolder = Folder(id: 0, path: "All")

    static func credentials(_ request: AppRequest) -> [ReaderAPI.Credential] {
        request.headers[.authToken].map { [.init($0)] } ?? []
    }

    static func unauthorized() -> AppResponse {
        var response = failure(.unauthorized, "Access Unauthorized")
        response.headers[.wwwAuthenticate] = "Basic realm=\"Freshet\", charset=\"UTF-8\""
        return response
    }

    static func failure(_ status: HTTPResponse.Status, _ message: String) -> AppResponse {
        let body = ["error_message": message]
        do { return try .json(body, status) } catch { return .text(message, status) }
    }

    func answer() throws -> Answer {
        let parts = request.parts
        let id = parts.count > 1 ? Int64(parts[1]) : nil
        let names = parts.enumerated().map { $0 == 1 && id != nil ? "ID" : $1 }.joined(separator: "/")
        let endpoint = "\(request.method.rawValue == "HEAD" ? "GET" : request.method.rawValue) \(names)"
        if let answer = try reading(endpoint, id ?? 0) ?? changing(endpoint, id ?? 0) { return answer }
        throw AppRequestError.notFound
    }

    private func reading(_ endpoint: String, _ id: Int64) throws -> Answer? {
        switch endpoint {
        case "GET me", "GET users/ID":
            return .response(try .json(MinifluxUser(library.reader)))
        case "GET version": return .response(try .json(MinifluxVersion(version: library.version)))
        case "GET integrations/status": return .response(try .json(["has_integrations": false]))
        case "GET categories": return .response(try categories())
        case "GET categories/ID/feeds":
            let folder = try folder(id)
            return .response(try .json(try documents(library.feeds().filter { isIn($0, folder) })))
        case "GET feeds": return .response(try .json(try documents(library.feeds())))
        case "GET feeds/ID": return .response(try .json(try document(library.feed(id))))
        case "GET feeds/counters": return .response(try counters())
        case "GET feeds/ID/icon", "GET icons/ID": return try icon(id)
        case "GET entries": return .response(try entries(ItemSelection(.followed)))
        case "GET entries/ids": return .response(try entryIDs())
        case "GET feeds/ID/entries":
            return .response(try entries(ItemSelection(.feed(try library.feed(id).feed.key))))
        case "GET categories/ID/entries": return .response(try entries(ItemSelection(try inFolder(id))))
        case "GET entries/ID": return .response(try .json(try entry(id)))
        case "GET entries/ID/fetch-content": return try fetchContent(id)
        case "GET feeds/ID/entries/\(request.parts.last ?? "")",
            "GET categories/ID/entries/\(request.parts.last ?? "")":
            guard let number = request.parts.last.flatMap({ Int64($0) }) else { return nil }
            return .response(try .json(try entry(number)))
        case "GET export": return .response(try library.export())
        default: return nil
        }
    }

    private func changing(_ endpoint: String, _ id: Int64) throws -> Answer? {
        switch endpoint {
        case "PUT entries": try changeEntries()
        case "PUT entries/ID/bookmark", "PUT entries/ID/star": try toggleStar(id)
        case "POST entries/ID/save":
            throw AppRequestError.invalid("No integration saves entries elsewhere. Star the entry to keep it.")
        case "PUT feeds/ID/mark-all-as-read": try markAll(.feed(try library.feed(id).feed.key))
        case "PUT categories/ID/mark-all-as-read": try markAll(try inFolder(id))
        case "PUT users/ID/mark-all-as-read": try markAll(.followed)
        case "PUT feeds/ID/refresh": library.refresh(try library.feed(id).feed)
        case "PUT feeds/refresh": for feed in try library.feeds() { library.refresh(feed.feed) }
        case "PUT categories/ID/refresh":
            let folder = try folder(id)
            for feed in try library.feeds() where isIn(feed, folder) { library.refresh(feed.feed) }
        case "POST feeds": return try addFeed()
        case "PUT feeds/ID": return try changeFeed(id)
        case "DELETE feeds/ID": try library.unfollow(library.feed(id))
        case "POST categories": return .response(try addCategory())
        case "PUT categories/ID": return .response(try renameCategory(id))
        case "DELETE categories/ID": try library.remove(folder(id))
        case "POST discover": return try discover()
        case "POST import":
            try library.importing(request.body)
            return .response(try .json(["message": "Feeds imported successfully"], .created))
        default: return nil
        }
        return .response(AppResponse(.noContent))
    }

    /// The body as JSON, regardless of its media type. Fails if it isn't of that form, or sets a field besides the named ones
    /// to anything that it doesn't have anyway.
    ///
    /// - Parameter present: the values of other fields.
    func body<Document: Decodable>(
        _ type: Document.Type, _ names: Set<String>, present: [String: String] = [:]
    ) throws -> Document {
        do {
            let fields = try JSONDecoder().decode([String: MinifluxField].self, from: request.body)
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
                if field.isEmpty || field == present[name].map(MinifluxField.text) { continue }
                throw AppRequestError.invalid("“\(name)” can't be set on this server. Leave it out.")
            }
            return try JSONDecoder().decode(type, from: request.body)
        } catch let error as AppRequestError {
            throw error
        } catch {
            throw AppRequestError.invalid("The body isn't the JSON that this address expects.")
        }
    }

    private func markAll(_ feeds: ItemSelection.Feeds) throws {
        try library.markAll(ItemSelection(feeds), arrivedBy: nil)
    }

    // MARK: Folders

    /// The folder of a category; fails if there is none.
    func folder(_ id: Int64) throws -> Folder {
        if id == Self.noFolder.id { return Self.noFolder }
        guard let folder = try library.folders().first(where: { $0.id == id }) else { throw AppRequestError.notFound }
        return folder
    }

    func inFolder(_ id: Int64) throws -> ItemSelection.Feeds {
        id == Self.noFolder.id ? .inFolder(nil) : .inFolder(try folder(id).path)
    }

    private func isIn(_ feed: LibraryFeed, _ folder: Folder) -> Bool {
        folder.id == Self.noFolder.id ? feed.folder == nil : feed.folder == folder.path
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let authToken = HTTPField.Name("X-Auth-Token").unsafelyUnwrapped
}

/// The reader. Miniflux has many more settings; apps read these.
private struct MinifluxUser: Encodable {
    let id: Int64
    let username: String
    let is_admin: Bool
    let theme = "system_serif"
    let language = "en_US"
    let timezone = "UTC"
    let entry_sorting_direction = "desc"

    init(_ reader: Library.Reader) { (id, username, is_admin) = (reader.id, reader.name, reader.isAdministrator) }
}

/// The version of the API's server that apps compare, and this program's beside it.
private struct MinifluxVersion: Encodable {
    let version: String
    let commit = ""
    let build_date = ""
    let go_version = ""
    let compiler = ""
    let arch = ""
    let os = ""
}

/// A field of a request's body, as far as its value matters.
enum MinifluxField: Decodable, Hashable {
    case empty
    case text(String)
    case other

    /// True for null, false, 0, and an empty text, list or object, which clients send that send all fields.
    var isEmpty: Bool { self == .empty }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .empty
        } else if let text = try? container.decode(String.self) {  // or it is of another type
            self = text.isEmpty ? .empty : .text(text)
        } else if let flag = try? container.decode(Bool.self) {  // or it is of another type
            self = flag ? .other : .empty
        } else if let number = try? container.decode(Double.self) {  // or it is of another type
            self = number == 0 ? .empty : .other
        } else if let list = try? container.decode([MinifluxField].self) {  // or it is of another type
            self = list.isEmpty ? .empty : .other
        } else {
            self = try container.decode([String: MinifluxField].self).isEmpty ? .empty : .other
        }
    }
}
