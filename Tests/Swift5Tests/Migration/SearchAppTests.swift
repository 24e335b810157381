import Foundation
import Freshet
import FreshetTest
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A stub server: a search for `down` fails, any other finds two repositories.
private final class SearchServer: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url, url.query != "q=down",
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else {
            client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
            return
        }
        let page = #"{"items":[{"name":"freshet","stars":2},{"name":"brook","stars":1}]}"#
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(page.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
}

@Suite("An RxSwift app in Swift 5 mode") struct SearchAppTests {
    @Test("The app in Swift 5 mode searches, shows progress and reports errors") @MainActor func searches() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [SearchServer.self]
        let scheduler = TestScheduler(initialClock: 0, resolution: 0.1)
        let viewModel = SearchViewModel(
            service: SearchService(session: URLSession(configuration: configuration)), scheduler: scheduler)
        let screen = SearchScreen(viewModel: viewModel)
        screen.viewDidLoad()
        let spins = scheduler.createObserver(Bool.self)
        let spinning = viewModel.isLoading.drive(spins)

        screen.searchFieldDidChange("fre")
        screen.searchFieldDidChange("freshet ")
        scheduler.start()
        while screen.rows.isEmpty || screen.isSpinning { await Task.yield() }
        #expect(screen.rows == ["freshet ★ 2", "brook ★ 1"] && screen.alert == nil)
        #expect(spins.events.map(\.value) == [.next(false), .next(true), .next(false)])

        screen.searchFieldDidChange("down")
        scheduler.start()
        while screen.alert == nil || screen.isSpinning || !screen.rows.isEmpty { await Task.yield() }
        #expect(screen.alert == "You're offline.")
        #expect(viewModel.history == ["freshet", "down"])
        spinning.dispose()
    }
}
