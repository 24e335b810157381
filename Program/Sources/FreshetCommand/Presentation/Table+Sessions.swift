import FreshetServer
import WebText

extension Table {
    /// Sessions, one a row.
    init(_ sessions: [Session]) {
        let clock = Clock()
        self.init(
            columns: [
                .init(header: "SESSION"), .init(header: "USED"), .init(header: "SIGNED IN", dropOrder: 2),
                .init(header: "ADDRESS", dropOrder: 1), .init(header: "BROWSER", minimum: 12, isFlexible: true),
            ],
            rows: sessions.map { session in
                [
                    .init(StyledText(untrusted: session.id, .bold)), clock.cell(session.usedAt),
                    clock.cell(session.createdAt), .init(StyledText(untrusted: session.address ?? "", .dim)),
                    .init(StyledText(untrusted: session.browser ?? "")),
                ]
            })
    }
}

/// A session for programs.
struct SessionFields: Encodable {
    private let id, usedAt, createdAt: String
    private let address, browser: String?

    init(_ session: Session) {
        id = session.id
        usedAt = session.usedAt.internetDateTime
        createdAt = session.createdAt.internetDateTime
        address = session.address
        browser = session.browser
    }
}
