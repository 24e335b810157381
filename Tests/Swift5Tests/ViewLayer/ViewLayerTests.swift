import Foundation
import Freshet
import FreshetFoundation
import Testing

// Compiled twice, without a warning: in the Swift 5 mode, and in the Swift 6 mode with the main actor as the default
// isolation. See Package.swift.

@Suite("The view layer of an app") @MainActor struct ViewLayerTests {
    /// Waits until the main thread has run enough work for the condition to hold.
    private func until(_ holds: () -> Bool) async {
        while !holds() { await Task.yield() }
    }

    @Test("A screen shows a list, its newest article and an activity indicator") func list() async {
        let articles = [Article(id: 1, title: "a"), Article(id: 2, title: "b", isRead: true)]
        let (answers, center) = (PublishSubject<[Article]>(), NotificationCenter())
        let viewModel = ArticlesViewModel(load: { answers.take(1).asSingle() })
        let screen = ArticlesViewController(viewModel: viewModel, center: center)
        screen.viewDidLoad()
        #expect(!screen.spinner.isHidden && screen.list.rows == [] && screen.caption.text == "No articles")
        answers.onNext(articles)
        await until { screen.list.rows == ["• a", "b"] }
        #expect(screen.caption.text == "• a")
        await until { screen.spinner.isHidden }
        screen.unreadOnly.tap()
        #expect(screen.list.rows == ["• a"] && !screen.unreadOnly.isEnabled)
        screen.list.select(0)
        screen.list.select(0)
        #expect(screen.shown == ["a"] && screen.visits == 2)
        #expect(screen.changes == 3)
        await Task.detached { center.post(name: .articlesDidChange, object: nil) }.value
        await until { screen.changes == 4 }
    }

    @Test("A screen shows an alert for each failure, and loads again") func failures() async {
        let viewModel = ArticlesViewModel(load: { .error(LoadError.server(503)) })
        let screen = ArticlesViewController(viewModel: viewModel, center: NotificationCenter())
        screen.viewDidLoad()
        await until { screen.alerts == ["The server failed (503)."] }
        screen.reload.tap()
        await until { screen.alerts.count == 2 }
        await until { screen.spinner.isHidden }
        #expect(screen.list.rows == [])
    }

    @Test("A form enables its button, shows progress and reports failures") func form() async {
        let answers = PublishSubject<String>()
        let screen = SignInViewController(
            viewModel: SignInViewModel(signIn: { credentials in
                credentials.name == "ann" ? answers.take(1).asSingle() : .error(LoadError.server(401))
            }))
        screen.viewDidLoad()
        #expect(!screen.submit.isEnabled && screen.status.text == "")
        screen.name.type("bob")
        screen.password.type("12345678")
        #expect(screen.submit.isEnabled)
        for _ in 1...3 { screen.submit.tap() }
        #expect(screen.status.text == "server(401)" && screen.alerts == ["offline"])
        screen.name.type("ann")
        screen.submit.tap()
        #expect(screen.status.text == "…")
        await Task.detached { answers.onNext("Ann") }.value
        await until { screen.status.text == "Hello, Ann" }
    }

    @Test("A screen is released with its subscriptions") func release() {
        weak var gone: SignInViewController?
        do {
            let screen = SignInViewController(viewModel: SignInViewModel(signIn: { _ in .never() }))
            screen.viewDidLoad()
            screen.submit.tap()
            gone = screen
        }
        #expect(gone == nil)
    }
}
