import FeedStore
import Feeds
import HTTPTypes
import Platform
import WebText

/// Google Reader's API. There is no official document; apps are made for FreshRSS.
struct GoogleReader: ReaderAPIHandler {
    let request: AppRequest
    let library: Library

    // MARK: Signing in

    private static let login = "accounts/ClientLogin"

    /// The password, when an app signs in; afterwards the value that it got.
    ///
    /// Liferea sends that value as `T`, without a header.
    static func credentials(_ request: AppRequest) -> [ReaderAPI.Credential] {
        if request.path == login {
            return request["Passwd"].map { [.init($0, user: request["Email"])] } ?? []
        }
        let scheme = "GoogleLogin auth="
        let header = request.headers[.authorization].flatMap { $0.hasPrefix(scheme) ? $0.dropFirst(scheme.count) : nil }
        return [header.map(String.init), request["T"]].compactMap { $0 }.map { value in
            .init(value.split(separator: "/").last.map(String.init) ?? "")
        }
    }

    static func openResponse(_ request: AppRequest) -> AppResponse? {
        switch request.path {
        case "": .text("OK")
        case "check/compatibility": .text("PASS")
        default: nil
        }
    }

    static func unauthorized() -> AppResponse {
        var response = AppResponse.text("Unauthorized", .unauthorized)
        // Both names are in use: Miniflux has the first one, FreshRSS the second one.
        response.headers[.readerGoogleBadToken] = "true"
        response.headers[.googleBadToken] = "true"
        return response
    }

    static func failure(_ status: HTTPResponse.Status, _ message: String) -> AppResponse { .text(message, status) }

    /// The credentials for further requests: a name, and a value that doesn't reveal the password.
    private var auth: String? {
        if request.path == Self.login {
            return request["Passwd"].map { library.reader.name + "/" + Secret($0).googleLogin.text }
        }
        return Self.credentials(request).first.map { library.reader.name + "/" + $0.secret.text }
    }

    private func signIn() throws -> AppResponse {
        let auth = auth ?? library.reader.name + "/none"
        if request["output"]?.lowercased() == "json" { return try .json(["SID": auth, "LSID": auth, "Auth": auth]) }
        return .text("SID=\(auth)\nLSID=\(auth)\nAuth=\(auth)\n")
    }

    // MARK: Endpoints

    func answer() throws -> Answer {
        if request.path == Self.login { return .response(try signIn()) }
        let parts = request.parts
        if parts.starts(with: ["reader", "atom"]) {
            return .response(try atom(request.rest(after: "reader/atom") ?? ""))
        }
        guard parts.starts(with: ["reader", "api", "0"]) else { throw AppRequestError.notFound }
        let rest = parts.dropFirst(3)
        if rest.starts(with: ["stream", "contents"]) {
            return .response(try contents(of: request.rest(after: "reader/api/0/stream/contents") ?? ""))
        }
        return switch rest.joined(separator: "/") {
        case "token": .response(.text(auth ?? ""))
        case "user-info": .response(try userInfo())
        case "tag/list": .response(try tags())
        case "subscription/list": .response(try subscriptions())
        case "unread-count": .response(try unreadCounts())
        case "stream/items/ids": .response(try ids())
        case "stream/items/contents": .response(try contents())
        case "subscription/export": .response(try library.export())
        case let name: try change(name)
        }
    }

    private func change(_ name: String) throws -> Answer {
        guard Self.changes.contains(name) else { throw AppRequestError.notFound }
        guard request.method == .post else {
            throw AppRequestError(status: .methodNotAllowed, message: "Send this as POST.")
        }
        switch name {
        case "edit-tag": try editTags()
        case "mark-all-as-read": try markAllAsRead()
        case "subscription/edit": return try editSubscription()
        case "subscription/quickadd": return try quickAdd()
        case "subscription/import": try library.importing(request.body)
        case "rename-tag": try renameTag()
        default: try disableTags()
        }
        return .response(.text("OK"))
    }

    private static let changes: Set = [
        "edit-tag", "mark-all-as-read", "subscription/edit", "subscription/quickadd", "subscription/import",
        "rename-tag", "disable-tag",
    ]
}

extension HTTPField.Name {
    // Field names are tokens; these are.
    fileprivate static let readerGoogleBadToken = HTTPField.Name("X-Reader-Google-Bad-Token").unsafelyUnwrapped
    fileprivate static let googleBadToken = HTTPField.Name("Google-Bad-Token").unsafelyUnwrapped
}

extension GoogleReader {
    /// Marks items by adding and removing states, and changes their labels. All or nothing: fails for what items can't have, such
    /// as folders.
    func editTags() throws {
        let ids = try itemIDs()
        guard !ids.isEmpty else { throw AppRequestError.invalid("Name items in “i”.") }
        let removed = request.all("r").filter { !$0.isEmpty }, added = request.all("a").filter { !$0.isEmpty }
        guard !removed.isEmpty || !added.isEmpty else {
            throw AppRequestError.invalid("Name the state to add in “a”, or the one to remove in “r”.")
        }
        let marks =
            try removed.compactMap { try mark($0, isAdded: false) } + added.compactMap { try mark($0, isAdded: true) }
        let labels = added.compactMap(Self.label)
        // Folders are labels in this API, and their names lead to their feeds.
        if let folder = try library.folders().first(where: { labels.contains($0.path) }) {
            throw AppRequestError.invalid("“\(folder.path)” is a folder of feeds. Give the items another label.")
        }
        try library.change(ids, adding: labels, removing: removed.compactMap(Self.label), as: marks)
    }

    /// The name of the label in a stream's id.
    static func label(_ name: String) -> String? {
        if case .label(let label) = StreamID(name) { label } else { nil }
    }

    /// The mark that adding or removing a state means; nil for the social ones of Google Reader, which changed nothing that
    /// readers see, for one that repeats another, and for labels.
    private func mark(_ text: String, isAdded: Bool) throws -> Mark? {
        switch StreamID(text) {
        case .state(.read): return isAdded ? .read : .unread
        case .state(.unread), .state(.keptUnread): return isAdded ? .unread : .read
        case .state(.trackingKeptUnread): return isAdded ? .unread : nil
        case .state(.starred): return isAdded ? .saved : .unsaved
        case .state(.broadcast), .state(.like), .label: return nil
        case .state(.readingList), .feed, nil:
            throw AppRequestError.invalid(
                "“\(text)” isn't a state that can be added or removed. Use …/read or …/starred.")
        }
    }

    /// Marks the items of a stream as read that had arrived when the app last looked.
    func markAllAsRead() throws {
        guard let name = request["s"] else { throw AppRequestError.invalid("Name a stream in “s”.") }
        if case .label(let label) = StreamID(name) { try requireTag(label) }
        guard let selection = try selection(of: name) else { return }
        try library.markAll(selection, arrivedBy: time())
    }

    /// The parameter `ts`, in microseconds if it has 16 digits or more, otherwise in seconds. Nil means the present.
    private func time() throws -> Date? {
        guard let number = try request.number("ts"), number != 0 else { return nil }
        return String(number).count >= 16
            ? Date(milliseconds: Int64(number) / 1000) : Date(timeIntervalSince1970: TimeInterval(number))
    }
}

/// The feed, label or state that a stream's id names.
enum StreamID: Sendable, Hashable {
    case feed(String)
    case label(String)
    case state(State)

    /// The states of items that apps read and change.
    enum State: String, Sendable, Hashable {
        case readingList = "reading-list"
        case read, unread, starred
        case keptUnread = "kept-unread"
        case trackingKeptUnread = "tracking-kept-unread"
        case broadcast, like
    }

    /// Reads a stream's id; nil for other text. The user in it is ignored.
    init?(_ text: String) {
        if text.hasPrefix("feed/") {
            self = .feed(String(text.dropFirst(5)))
            return
        }
        if let state = State(rawValue: text) {
            self = .state(state)
            return
        }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "user" else { return nil }
        if parts[2].hasPrefix("label/") {
            self = .label(String(parts[2].dropFirst(6)))
        } else if parts[2].hasPrefix("state/com.google/"), let state = State(rawValue: String(parts[2].dropFirst(17))) {
            self = .state(state)
        } else {
            return nil
        }
    }

    static func name(ofLabel folder: String) -> String { "user/-/label/" + folder }
    static func name(of state: State) -> String { "user/-/state/com.google/" + state.rawValue }
    static func name(ofFeed id: Int64) -> String { "feed/\(id)" }
}

/// The forms of an item's number in Google Reader's API.
enum ItemNumber {
    private static let prefix = "tag:google.com,2005:reader/item/"

    /// The long form: 16 hexadecimal digits, two's complement.
    static func long(_ id: NumberedItem.ID) -> String {
        let digits = String(UInt64(bitPattern: id), radix: 16)
        return prefix + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Reads a number in the long form (padded or not), as its hexadecimal digits alone, or in decimal.
    ///
    /// Nil for other text.
    static func read(_ text: String) -> NumberedItem.ID? {
        if text.hasPrefix(prefix) { return hexadecimal(text.dropFirst(prefix.count)) }
        let isHexadecimal = text.utf8.count == 16 && (text.hasPrefix("0") || !text.utf8.allSatisfy(\.isDigit))
        return isHexadecimal ? hexadecimal(text[...]) : Int64(text)
    }

    private static func hexadecimal(_ digits: Substring) -> Int64? {
        UInt64(digits, radix: 16).map(Int64.init(bitPattern:))
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
