import HTTPTypes
import HummingbirdCore
import Platform

/// How a request is handled.
enum Handling: Sendable {
    /// With a response.
    case now(ServerResponse)
    /// With a response that takes time.
    case later(IncomingRequest, @Sendable () async throws -> ServerResponse)
}

/// A request with a valid address, and who sent it. Lives until it is answered.
struct IncomingRequest: Sendable {
    let request: Request
    var target: Target
    /// The route at the target; nil if there is nothing there.
    var match: RouteMatch?
    /// The server as the client names it.
    let authority: String
    let source: RequestSource
    let connection: ClientConnection
    /// The source of the request.
    let client: IPAddress?
    /// The client's share of what a proxy forwards; nil without a proxy.
    let share: ClientShares.Share?
    /// The session of the browser, if it has signed in.
    var session: String?
    /// Whether the request may be answered: it has the token or a session, if the server needs one; false until that is checked.
    var isAdmitted = false
    /// The account that the request is from; nil as long as there is but one.
    var admission: AccountAdmission?
    /// The pictures of the page that answers it.
    let pictures = ShownPictures()

    /// The values of the variables in its path.
    var path: PathValues { match?.values ?? PathValues() }

    /// Whether it asks for the texts of a list's items instead of the page of the list.
    var isForTexts: Bool { target["part"] == "texts" }

    /// The maximum size of its body in bytes.
    var largestBody: Int { match?.route.largestBody ?? Route.usualBody }
}

extension Target {
    /// The path and the query, to return to.
    var local: String { rawQuery.isEmpty ? path : path + "?" + rawQuery }
}
