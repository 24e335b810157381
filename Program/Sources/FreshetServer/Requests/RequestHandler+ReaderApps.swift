import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import Platform
import ReaderApps
import Synchronization

extension RequestHandler {
    /// Answers a reader app, in the form of its API. Pages of other sites can't send requests to these addresses.
    func answerApp(_ incoming: IncomingRequest) throws -> Handling {
        guard let (api, path) = incoming.path.app else { return try notFound(incoming) }
        guard incoming.source.maySend else {
            return .now(response(api.failure(.forbidden, "Another site sent this request."), incoming))
        }
        return .later(incoming) {
            guard let body = try await readBody(incoming) else {
                closeSoon(incoming.connection)
                let message = "Send at most \(incoming.largestBody) bytes."
                return response(api.failure(.contentTooLarge, message), incoming)
            }
            let head = incoming.request.head
            let request = AppRequest(
                method: head.method == .head ? .get : head.method, path: path, query: incoming.target.rawQuery,
                headers: head.headerFields, body: Data(body.readableBytesView))
            if let open = api.openResponse(request) { return response(open, incoming) }
            do {
                return response(try await admitted(api, request, incoming), incoming)
            } catch let error as FeedStoreError where error.isLimit {
                return response(api.failure(.forbidden, error.description), incoming)
            } catch let error as FeedStoreError {
                logFailure(error, incoming)
                return response(api.failure(.serviceUnavailable, error.publicDescription), incoming)
            }
        }
    }

    /// The response to a request with a valid credential.
    private func admitted(_ api: ReaderAPI, _ request: AppRequest, _ incoming: IncomingRequest) async throws
        -> AppResponse
    {
        let authorization =
            incoming.request.headers[.authorization].flatMap(TokenRule.credentials)
            .map { [ReaderAPI.Credential(String($0.secret), user: $0.user.map { String($0) })] } ?? []
        let credentials = api.credentials(request) + authorization
        let (rule, contexts, client) = (context.shared.readerAppRule, contexts, incoming.client)
        let verdict = try await context.blocking {
            let verdict = rule.verdict(on: credentials, from: client)
            // Another process may just have added the account.
            if case .admitted(let admission) = verdict, contexts.context(of: admission.account) == nil {
                try contexts.refreshAccounts()
            }
            return verdict
        }
        switch verdict {
        case .admitted(let admission):
            guard let context = contexts.context(of: admission.account) else { return api.unauthorized() }
            try await context.load()
            return try await api.response(to: request, library(of: context, incoming))
        case .refused:
            logRefusal(isLimited: false, hasSecret: !credentials.isEmpty, incoming)
            return api.unauthorized()
        case .limited:
            logRefusal(isLimited: true, hasSecret: !credentials.isEmpty, incoming)
            closeSoon(incoming.connection)
            var response = api.failure(
                .tooManyRequests, "Too many wrong passwords came from your address. Wait a minute.")
            response.headers[.retryAfter] = "60"
            return response
        case .unknown:
            return api.failure(.serviceUnavailable, "The server can't read its accounts. See its log for the reason.")
        }
    }

    private func library(of context: ServerContext, _ incoming: IncomingRequest) -> Library {
        let environment = context.environment, pictures = context.pictures, rule = context.shared.accountRule
        let account = environment.store.account
        return Library(
            environment: environment,
            reader: Library.Reader(
                id: account, name: rule.account(account)?.name ?? "admin",
                isAdministrator: rule.isAdministrator(account)),
            origin: origin(for: incoming), version: context.configuration.version,
            iconAddress: { feed in feed.description.hasOwnIcon ? pictures?.iconPath(of: feed) : nil },
            picture: pictureAddress(for: incoming),
            icon: { feed, waits in
                guard let icon = await pictures?.icon(of: feed, waits: waits) else { return nil }
                return Library.Icon(type: icon.contentType, data: Array(icon.bytes.readableBytesView))
            },
            refresh: { context.refresh(LiveFeed.Key($0, PageQuery($0.controls))) },
            apply: { try context.recheck() })
    }

    /// The server's address for readers, with its path.
    func origin(for incoming: IncomingRequest) -> String {
        context.publicURL?.address ?? scheme(of: incoming) + "://" + incoming.authority
    }

    private func response(_ app: AppResponse, _ incoming: IncomingRequest) -> ServerResponse {
        var response: ServerResponse
        if let type = app.type, let next = app.nextPart {
            // The first part is sent before the others are made.
            let first = Mutex<Data?>(app.body)
            let parts = { @Sendable in try (first.withLock { $0.take() } ?? next()).map { Array($0) } }
            response = ServerResponse(
                status: app.status, headers: [.cacheControl: "private, no-cache"], body: .parts(type: type, parts))
        } else if let type = app.type {
            response = .content(EncodedBody(type, ByteBuffer(bytes: app.body)), status: app.status)
        } else {
            response = .empty(app.status)
        }
        let method = incoming.request.method
        if method != .get, method != .head { response.headers[.cacheControl] = "no-store" }
        response.headers.append(contentsOf: app.headers)
        // Liferea, the one app that sends this field, looks for no items if it gets 304 for the list of feeds.
        response.mayBeNotModified = incoming.request.headers[.acceptInstanceManipulation] == nil
        return response
    }
}

extension HTTPField.Name {
    // Field names are tokens; this is one.
    fileprivate static let acceptInstanceManipulation = HTTPField.Name("A-IM").unsafelyUnwrapped
}
