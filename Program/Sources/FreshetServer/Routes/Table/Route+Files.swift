import HTTPTypes
import ReaderApps

extension Route {
    /// Files of pages, pictures, the callbacks of hubs, and the APIs of reader apps.
    static let files: [Route] = [
        Route("/assets/{file}", .other, for: .everybody, .get("A file of the page") { $0.asset($1.path["file"], $1) }),
        // At the root, because a service worker only handles addresses below its own.
        Route("/worker.js", .other, for: .everybody, .get("The service worker") { $0.asset("worker.js", $1) }),
        Route(
            "/avatars/{hash}", .picture, for: .readerApps,
            .get("An avatar; with `kept=1` only if it is cached") { $0.avatar($1) }),
        Route(
            "/pictures/{signature}", .picture, for: .everybody,
            .get(
                "A picture in an article; with `kept=1` only if it is cached",
                [.pageOnly("feed"), .pageOnly("url"), .pageOnly("kept")]
            ) { $0.picture($1) }),
        Route(
            "/icons", .picture, for: .readerApps,
            .get("The icons of several feeds, for the page's script", [.pageOnly("feeds")]) { try $0.icons($1) }),
        Route(
            "/icons/{signature}", .picture, for: .everybody,
            .get("The icon of a feed", [.pageOnly("feed")]) { $0.icon($1) }),
        Route(
            "/\(WebSubCallback.root)/{secret}", .other, for: .everybody, largestBody: 3 << 20,
            RouteOperation(
                methods: [.get], summary: "Verifies a subscription, for its hub", answer: .read { $0.verify($1) }),
            RouteOperation(
                methods: [.post], summary: "Delivers a feed, from its hub", answer: .unchecked { $0.receive($1) })
        ),
        Route(
            "/{app}", .document, for: .everybody, largestBody: ReaderAPI.largestBody,
            RouteOperation(
                methods: [.get, .head, .post, .put, .delete], summary: "The API of a reader app",
                answer: .unchecked { try $0.answerApp($1) })),
    ]
}
