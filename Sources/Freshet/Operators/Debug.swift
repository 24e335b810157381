import FreshetPlatform

extension ObservableType {
    /// Logs each subscription, event and disposal to ``Hooks/debugOutput``, one line each.
    ///
    /// Each line starts with the time and `identifier`, by default the file, line and function of the call.
    /// `trimOutput` shortens events of more than 40 characters to their first and last 20.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    public func debug(
        _ identifier: String? = nil, trimOutput: Bool = false, file: String = #file, line: UInt = #line,
        function: String = #function
    ) -> Observable<Element> {
        let name = identifier ?? "\(file.split(separator: "/").last ?? ""):\(line) (\(function))"
        let (source, line) = (asObservable(), DebugLine(name: name, isTrimmed: trimOutput))
        return ClosureStream { sink, lifetime in
            line.write("subscribed")
            lifetime.add(Disposables.create { line.write("isDisposed") })
            source.run(DebugSink(sink, lifetime, line), lifetime)
        }
    }
}

/// Formats and writes the lines of one `debug` operator.
private struct DebugLine: Sendable {
    private static let length = 40

    let name: String
    let isTrimmed: Bool

    func write(_ text: String) { Hooks.debugOutput("\(time): \(name) -> \(text)") }

    func write<Element>(_ event: Event<Element>) {
        let text = event.debugDescription
        let isLong = isTrimmed && text.count > Self.length
        write("Event " + (isLong ? "\(text.prefix(Self.length / 2))...\(text.suffix(Self.length / 2))" : text))
    }

    private var time: String {
        Date().formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .dash, dateTimeSeparator: .space, timeSeparator: .colon, includingFractionalSeconds: true
            ).year().month().day().time(includingFractionalSeconds: true))
    }
}

private final class DebugSink<Element>: LinearSink<Element, Element>, @unchecked Sendable {
    private let line: DebugLine

    init(_ downstream: Sink<Element>, _ lifetime: Lifetime, _ line: DebugLine) {
        self.line = line
        super.init(downstream, lifetime)
    }

    override func next(_ element: Element) {
        line.write(Event.next(element))
        downstream.next(element)
    }

    override func error(_ error: any Error) {
        line.write(Event<Element>.error(error))
        fail(error)
    }

    override func completed() {
        line.write(Event<Element>.completed)
        complete()
    }
}
