import Foundation
import Freshet
import FreshetFoundation
import FreshetTest
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("OperationQueueScheduler") struct OperationQueueSchedulerTests {
    @Test("OperationQueueScheduler runs work as operations of the queue") func runs() throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let scheduler = OperationQueueScheduler(operationQueue: queue, queuePriority: .high)
        let values = try Observable.of(1, 2, 3).observe(on: scheduler).map { ($0, OperationQueue.current == queue) }
            .toBlocking(timeout: 20).toArray()
        #expect(values.map(\.0) == [1, 2, 3] && values.allSatisfy(\.1))
        #expect(scheduler.queuePriority == .high)
    }

    /// Signals when it is released.
    private final class Released: Sendable {
        let signal: DispatchSemaphore

        init(_ signal: DispatchSemaphore) { self.signal = signal }

        deinit { signal.signal() }

        func touch() {}
    }

    @Test("A canceled operation releases the stream that waits for it, paused or not", arguments: [true, false])
    func cancellation(_ isPaused: Bool) {
        let (queue, released) = (OperationQueue(), DispatchSemaphore(value: 0))
        queue.isSuspended = true
        let scheduler = OperationQueueScheduler(operationQueue: queue)
        do {
            let observer = Released(released)
            let source = Observable.range(start: 0, count: isPaused ? 100 : 1)
            _ = source.observe(on: scheduler, buffering: .suspending(4)).subscribe { _ in observer.touch() }
        }
        queue.cancelAllOperations()
        queue.isSuspended = false
        #expect(released.wait(timeout: .now() + 180) == .success)
    }

    @Test("OperationQueueScheduler doesn't run work disposed before its operation starts") func disposal() throws {
        let queue = OperationQueue()
        queue.isSuspended = true
        let ran = ReplaySubject<Int>.createUnbounded()
        OperationQueueScheduler(operationQueue: queue).schedule(1) {
            ran.onNext($0); return Disposables.create()
        }.dispose()
        _ = OperationQueueScheduler(operationQueue: queue).schedule(2) {
            ran.onNext($0); return Disposables.create()
        }
        queue.isSuspended = false
        queue.waitUntilAllOperationsAreFinished()
        ran.onCompleted()
        #expect(try ran.toBlocking().toArray() == [2])
    }
}

@Suite("NotificationCenter.rx") struct NotificationTests {
    private let name = Notification.Name("freshet.test")

    @Test("A notification stream delivers the given object's notifications while subscribed")
    func notifications() throws {
        let (center, subject) = (NotificationCenter(), ReplaySubject<String>.createUnbounded())
        let (sender, other) = (NSObject(), NSObject())
        let subscription = center.rx.notification(name, object: sender).map { "\($0.userInfo?["n"] ?? "")" }
            .subscribe(subject)
        center.post(name: name, object: sender, userInfo: ["n": 1])
        center.post(name: name, object: other, userInfo: ["n": 2])
        subscription.dispose()
        center.post(name: name, object: sender, userInfo: ["n": 3])
        subject.onCompleted()
        #expect(try subject.toBlocking().toArray() == ["1"])
    }

    /// Keeps the stream of its own notifications, and a subscription to it.
    private final class Listener {
        let bag = DisposeBag()
        private(set) var notifications = Observable<Notification>.never()

        init(_ center: NotificationCenter, _ name: Notification.Name, _ received: any ObserverType<Int> & Sendable) {
            notifications = center.rx.notification(name, object: self)
            notifications.subscribe(onNext: { _ in received.onNext(1) }).disposed(by: bag)
        }
    }

    @Test("An object that keeps the stream of its own notifications is released") func release() throws {
        let (center, received) = (NotificationCenter(), ReplaySubject<Int>.createUnbounded())
        weak var released: Listener?
        do {
            let listener = Listener(center, name, received)
            released = listener
            center.post(name: name, object: listener)
        }
        #expect(released == nil)
        center.post(name: name, object: nil)
        received.onCompleted()
        #expect(try received.toBlocking().toArray() == [1])
    }

    @Test("A notification stream for a released object delivers nothing") func late() throws {
        let (center, received) = (NotificationCenter(), ReplaySubject<Int>.createUnbounded())
        let stream = { center.rx.notification(name, object: NSObject()) }()
        let subscription = stream.map { _ in 1 }.subscribe(received)
        center.post(name: name, object: nil)
        center.post(name: name, object: NSObject())
        subscription.dispose()
        received.onCompleted()
        #expect(try received.toBlocking().toArray() == [])
    }
}

@Suite("URLSession.rx") struct URLSessionTests {
    /// A stub server: 404 for `/missing`, no response for `/silent`, an error for `/broken`, otherwise 200.
    private final class StubServer: URLProtocol {
        override class func canInit(with request: URLRequest) -> Bool { request.url?.scheme == "sample" }
        override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
        override func stopLoading() {}

        override func startLoading() {
            if request.url?.path == "/silent" { return client?.urlProtocolDidFinishLoading(self) ?? () }
            guard let url = request.url, url.path != "/broken",
                let response = HTTPURLResponse(
                    url: url, statusCode: url.path == "/missing" ? 404 : 200, httpVersion: nil, headerFields: nil)
            else {
                client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
                return
            }
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocol(self, didLoad: Data(url.path == "/text" ? "no JSON".utf8 : #"{"a":1}"#.utf8))
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    private let session: URLSession
    private func request(_ path: String) throws -> URLRequest {
        URLRequest(url: try #require(URL(string: "sample://host/\(path)")))
    }

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubServer.self]
        session = URLSession(configuration: configuration)
    }

    @Test("URLSession.rx delivers the response, its data and its JSON") func succeeds() throws {
        let response = try session.rx.response(request: request("missing")).toBlocking(timeout: 20).single()
        #expect(response.response.statusCode == 404)
        let data = try session.rx.data(request: request("ok")).toBlocking(timeout: 20).single()
        #expect(data == Data(#"{"a":1}"#.utf8))
        let json = try session.rx.json(request: request("ok")).toBlocking(timeout: 20).single()
        #expect(json as? [String: Int] == ["a": 1])
    }

    @Test("URLSession.rx fails with the session's error, never with .unknown, if nothing arrives")
    func silent() throws {
        let answer = session.rx.response(request: try request("silent")).toBlocking(timeout: 20).materialize()
        guard case .failed(_, let error) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(error is URLError, "\(error)")
    }

    @Test("URLSession.rx fails for an error status, invalid JSON or a session error") func fails() {
        func failure(_ stream: Observable<Any>) -> (any Error)? {
            guard case .failed(_, let error) = stream.toBlocking(timeout: 20).materialize() else { return nil }
            return error
        }
        let errors = ["missing", "text", "broken"].map { path in
            failure(.deferred { session.rx.json(request: try request(path)) })
        }
        guard case RxCocoaURLError.httpRequestFailed? = errors[0],
            case RxCocoaURLError.deserializationError? = errors[1],
            errors[2] is URLError
        else {
            Issue.record("\(errors)")
            return
        }
    }
}
