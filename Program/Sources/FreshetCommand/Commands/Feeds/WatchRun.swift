import Dispatch
import FeedStore
import Feeds
import Freshet
import Platform
import Synchronization

/// Shows a feed until the user ends it: full screen on a terminal, line by line in a pipe, as JSON state by state.
struct WatchRun: Sendable {
    private let feedRun: FeedRun

    init(_ feedRun: FeedRun) { self.feedRun = feedRun }

    private var context: CommandContext { feedRun.context }

    func run() throws -> ExitStatus {
        if context.isInteractive, !feedRun.options.output.json {
            return try ReaderRun(
                environment: feedRun.environment, context: context, color: feedRun.options.output.color,
                alone: .init(feed: feedRun.feed, request: feedRun.request)
            ).run()
        }
        let notifications = Notifier(feedRun.environment, context).start()
        defer { notifications.dispose() }
        return feedRun.options.output.json ? try runJSON() : try runPipe()
    }

    /// Writes a document for the stored state and for each state that a refresh ends with.
    private func runJSON() throws -> ExitStatus {
        try runLines { state, _ in [try feedRun.document(state)] }
    }

    /// Writes each item once. In the order newest first the newest comes last, as new lines do.
    private func runPipe() throws -> ExitStatus {
        let page = feedRun.page
        let isNewestFirst = page.order == .newest
        return try runLines { state, printed in
            let new = state.items.filter { printed.insert($0.entry.id) }
            return page.plainLines(isNewestFirst ? new.reversed() : new)
        }
    }

    private func runLines(_ lines: @escaping @Sendable (FeedState, Printed) throws -> [String]) throws -> ExitStatus {
        let end = BlockingResult<ExitStatus>()
        let printed = Printed()
        let interruption = Interruption { end.finish(.success($0)) }
        let reader = PipeWatch(descriptor: context.output.descriptor) { end.finish(.success(.success)) }
        let subscription = feedRun.feed.watch(feedRun.request, in: feedRun.environment).subscribe(
            onNext: { state in
                if state.freshness.isRefreshing { return }
                do {
                    for line in try lines(state, printed) { context.output.writeLine(line) }
                } catch {
                    end.finish(.failure(error))
                }
                if context.output.flush() != .written { end.finish(.success(.success)) }
                for remark in feedRun.remarks.sentences(state) where printed.isNew(remark) {
                    context.complain(remark)
                }
            },
            onError: { end.finish(.failure($0)) })
        defer {
            subscription.dispose()
            reader?.stop()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }
}

/// The items and remarks that a watch has printed.
final class Printed: Sendable {
    private let ids = Mutex<Set<String>>([])
    private let lastRemark = Mutex<String?>(nil)

    /// Records the item; true if it is new.
    func insert(_ id: String) -> Bool { ids.withLock { $0.insert(id).inserted } }

    /// Records the remark; true if it differs from the last one.
    func isNew(_ remark: String) -> Bool {
        lastRemark.withLock { last in
            defer { last = remark }
            return last != remark
        }
    }
}
