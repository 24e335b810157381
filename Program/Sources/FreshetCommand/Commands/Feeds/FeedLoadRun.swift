import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform
import Synchronization

/// Shows a feed once.
///
/// A terminal shows stored items immediately and replaces them when the refresh ends. A pipe gets only the result.
struct FeedLoadRun: Sendable {
    private let feedRun: FeedRun

    init(_ feedRun: FeedRun) { self.feedRun = feedRun }

    func run() throws -> ExitStatus {
        switch try lastState() {
        case .state(let state): try write(state)
        case .interrupted(let status): status
        }
    }

    private enum End {
        case state(FeedState)
        case interrupted(ExitStatus)
    }

    /// The state that the load ends with.
    private func lastState() throws -> End {
        let end = BlockingResult<End>()
        let latest = Mutex<FeedState?>(nil)
        let page = feedRun.page
        let preview = Preview(
            feedRun.context,
            ProgressLine(
                descriptor: STDERR_FILENO, environment: feedRun.context.variables,
                rendering: Rendering(feedRun.context, feedRun.options.output.color, STDERR_FILENO)),
            showsItems: feedRun.context.isInteractive && !feedRun.options.output.json)
        let interruption = Interruption { end.finish(.success(.interrupted($0))) }
        // People can't follow more than about ten changes a second.
        let arriving = PublishRelay<FeedState>()
        let previewing = arriving.asObservable()
            .throttle(
                .milliseconds(120), latest: true,
                scheduler: SerialDispatchQueueScheduler(internalSerialQueueName: "freshet.preview")
            )
            .subscribe(onNext: { [waiting = feedRun.feed.upstream.waiting] state in
                preview.show(ProgressReport(state, waiting: waiting)) {
                    page.lines(state, width: $0.columns, atMost: $0.rows)
                }
            })
        let subscription = feedRun.feed.load(feedRun.request, in: feedRun.environment).subscribe(
            onNext: { state in
                latest.withLock { $0 = state }
                if state.freshness.isRefreshing { arriving.accept(state) }
            },
            onError: { end.finish(.failure($0)) },
            onCompleted: {
                // A load ends with a state, unless it is interrupted.
                end.finish(.success(latest.withLock { $0 }.map { .state($0) } ?? .interrupted(.interrupted)))
            })
        defer {
            subscription.dispose()
            previewing.dispose()
            preview.close()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }

    private func write(_ state: FeedState) throws -> ExitStatus {
        let (page, output) = (feedRun.page, feedRun.context.output)
        if feedRun.options.output.json {
            output.writeLine(try feedRun.document(state))
        } else {
            for line in feedRun.context.isInteractive
                ? page.lines(state, width: page.width) : page.plainLines(state)
            {
                output.writeLine(line)
            }
        }
        output.flush()
        for remark in feedRun.remarks.sentences(state) { feedRun.context.complain(remark) }
        // A terminal has it in the status line, and a document as `total`.
        if !feedRun.context.isInteractive, !feedRun.options.output.json, state.items.count < state.total {
            feedRun.context.complain(ListCount(state.items.count, of: state.total, "items").description)
        }
        return ExitStatus(state, isOffline: feedRun.isOffline)
    }
}

extension ExitStatus {
    /// The status of a program that shows this state.
    init(_ state: FeedState, isOffline: Bool) {
        if let error = state.freshness.error {
            self.init(error)
        } else {
            self = isOffline && state.fetchedAt == nil && state.items.isEmpty ? .failure : .success
        }
    }

    /// The status of a program that failed with this error.
    init(_ error: FeedError) {
        self =
            switch error.remedy {
            case .tryLater: .tryLater
            case .credentials: .credentials
            case .changeRequest: .failure
            }
    }
}

/// A terminal's preview of the result: items on standard output, and a progress line on standard error.
final class Preview: Sendable {
    private struct State {
        var drawn: [String] = []
        var isClosed = false
    }

    private let context: CommandContext
    private let progress: ProgressLine
    private let showsItems: Bool
    private let state = Mutex(State())

    init(_ context: CommandContext, _ progress: ProgressLine, showsItems: Bool) {
        self.context = context
        self.progress = progress
        self.showsItems = showsItems
    }

    /// Replaces the drawn lines by the new ones that fit above the progress line.
    func show(_ report: ProgressReport, _ makeLines: (TerminalSize) -> [String]) {
        var lines: [String] = []
        if showsItems {
            let size = TerminalSize(descriptor: context.output.descriptor, environment: context.variables)
            lines = Array(makeLines(size).prefix(max(0, size.rows - 2)))
        }
        state.withLock { state in
            guard !state.isClosed else { return }
            if lines != state.drawn {
                // Both outputs may be the same terminal.
                progress.clear()
                context.output.write(erasing(state.drawn) + lines.map { $0 + "\n" }.joined())
                context.output.flush()
                state.drawn = lines
            }
            progress.show(report)
        }
    }

    /// Erases everything. Later calls of ``show(_:_:)`` do nothing.
    func close() {
        state.withLock { state in
            state.isClosed = true
            progress.clear()
            guard !state.drawn.isEmpty else { return }
            context.output.write(erasing(state.drawn))
            context.output.flush()
            state.drawn = []
        }
    }

    /// Moves to the first drawn line and erases everything below.
    private func erasing(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\r\u{1B}[\(lines.count)A\u{1B}[J"
    }
}
