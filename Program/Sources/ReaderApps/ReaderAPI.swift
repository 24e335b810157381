import FeedStore
import Feeds
import HTTPTypes
import Platform

/// The APIs that reader apps speak.
package enum ReaderAPI: String, Sendable, Hashable, CaseIterable {
    /// The API of Google Reader, as FreshRSS answers it.
    case googleReader
    /// The API of Miniflux, version 1.
    case miniflux
    /// The API of Fever.
    case fever

    /// The maximum size of a request's body in bytes: thousands of item ids, or a list of feeds.
    package static let largestBody = 2 << 20

    /// The API at a path of the server, and the rest of the path; nil if no API is there.
    package static func find(_ path: String) -> (api: ReaderAPI, rest: String)? {
        for (base, api) in bases where path.hasPrefix(base) {
            let rest = path.dropFirst(base.count)
            if rest.isEmpty || rest.first == "/" { return (api, String(rest.drop { $0 == "/" })) }
        }
        if path == "/accounts/ClientLogin" || path.hasPrefix("/reader/") {
            return (.googleReader, String(path.dropFirst()))
        }
        return nil
    }

    /// The paths at which apps expect the APIs.
    private static let bases: [(String, ReaderAPI)] = [
        ("/api/greader.php", .googleReader), ("/v1", .miniflux), ("/api/fever.php", .fever), ("/fever", .fever),
    ]

    /// The credentials of a request, in the order in which they are tried.
    package struct Credential: Sendable, Hashable {
        /// The secret, or a value computed from it; see ``Secret/googleLogin`` and ``Secret/fever(user:)``.
        package let secret: Secret
        /// The user's name beside it; nil if any may be meant.
        package let user: String?

        /// A secret.
        package init(_ secret: String, user: String? = nil) {
            self.secret = Secret(secret)
            self.user = user
        }
    }

    private var handler: any ReaderAPIHandler.Type {
        switch self {
        case .googleReader: GoogleReader.self
        case .miniflux: Miniflux.self
        case .fever: Fever.self
        }
    }

    /// Returns the credentials of a request besides HTTP's own authentication. Cookies are none.
    package func credentials(_ request: AppRequest) -> [Credential] { handler.credentials(request) }

    /// The response to a request that needs no sign-in; nil for other requests.
    package func openResponse(_ request: AppRequest) -> AppResponse? { handler.openResponse(request) }

    /// The response to a request without valid credentials.
    package func unauthorized() -> AppResponse { handler.unauthorized() }

    /// The response to a request that fails.
    package func failure(_ status: HTTPResponse.Status, _ message: String) -> AppResponse {
        handler.failure(status, message)
    }

    /// The response for an account. Fails with a ``FeedStoreError``; waits for no upstream but where a feed is added.
    ///
    /// - Runs on: a thread that may block.
    package func response(to request: AppRequest, _ library: Library) async throws -> AppResponse {
        do {
            let handler = handler.init(request: request, library: library)
            switch try await blocking({ try handler.answer() }) {
            case .response(let response): return response
            case .later(let response): return try await response()
            }
        } catch let error as AppRequestError {
            return failure(error.status, error.message)
        } catch let error as LabelError {
            return failure(.badRequest, error.description)
        } catch let error as FeedError {
            return failure(error.remedy == .tryLater ? .badGateway : .badRequest, error.message + ".")
        }
    }
}

/// One API. A handler lives as long as a request.
protocol ReaderAPIHandler: Sendable {
    static func credentials(_ request: AppRequest) -> [ReaderAPI.Credential]
    static func openResponse(_ request: AppRequest) -> AppResponse?
    static func unauthorized() -> AppResponse
    static func failure(_ status: HTTPResponse.Status, _ message: String) -> AppResponse

    init(request: AppRequest, library: Library)

    /// Answers the request. Runs on a thread that may block.
    func answer() throws -> Answer
}

extension ReaderAPIHandler {
    static func openResponse(_ request: AppRequest) -> AppResponse? { nil }
}

/// A response, or an operation that waits for one.
enum Answer: Sendable {
    case response(AppResponse)
    case later(@Sendable () async throws -> AppResponse)
}
