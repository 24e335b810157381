import FeedStore
import Feeds
import HTTPTypes
import Platform

/// Google Reader's API. There is no official document; FreshRSS is what apps are made for.
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

    /// What apps send from now on: a name, and a value from which the password can't be computed.
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
