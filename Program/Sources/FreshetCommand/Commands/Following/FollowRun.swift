import FeedStore
import Feeds
import Freshet
import Platform
import WebText

/// Follows the feed at an address.
struct FollowRun {
    let environment: FeedEnvironment
    let context: CommandContext
    let output: OutputOptions
    /// The followed feed that gets the address, as typed; nil to follow the feed there.
    var former: String?

    func run(_ address: String, _ settings: FollowSettings) throws -> ExitStatus {
        try run(address, namedBy: nil, settings)
    }

    private func run(_ address: String, namedBy page: String?, _ settings: FollowSettings) throws -> ExitStatus {
        switch try resolution(of: address, namedBy: page) {
        case .interrupted(let status): return status
        case .resolution(.feed(let feed)): return try follow(feed, settings, at: page ?? address)
        case .resolution(.candidates(let candidates)):
            guard let url = try choose(candidates) else { return .failure }
            return try run(url, namedBy: address, settings)
        }
    }

    private enum End {
        case resolution(Resolution)
        case interrupted(ExitStatus)
    }

    /// Every failure but the store's becomes a ``CommandFailure``.
    private func resolution(of address: String, namedBy page: String?) throws -> End {
        do { return try resolve(address, namedBy: page) } catch let error as FeedStoreError { throw error } catch {
            let error = FeedError(error)
            throw CommandFailure(
                error.sentences(Clock(now: environment.now()))
                    + (former == nil ? " Nothing was followed." : " Nothing was changed."), ExitStatus(error))
        }
    }

    private func resolve(_ address: String, namedBy page: String?) throws -> End {
        let end = BlockingResult<End>()
        let progress = ProgressLine(
            descriptor: STDERR_FILENO, environment: context.variables,
            rendering: Rendering(context, output.color, STDERR_FILENO))
        progress.show(.message(TerminalText("Checking \(address)…")))
        let interruption = Interruption { end.finish(.success(.interrupted($0))) }
        let resolution =
            try changed.map { environment.changeAddress(of: $0, to: address, namedBy: page) }
            ?? environment.resolve(address, namedBy: page)
        let subscription = environment.readingCandidates(of: resolution, at: address).subscribe(
            onSuccess: { end.finish(.success(.resolution($0))) }, onFailure: { end.finish(.failure($0)) })
        defer {
            subscription.dispose()
            progress.clear()
            withExtendedLifetime(interruption) {}
        }
        return try end.wait()
    }

    /// The followed feed whose address is changed; nil if none is.
    private var changed: Feed? {
        get throws {
            try former.map { typed in
                guard let feed = try environment.catalog.feed(pasted: typed)?.description.followed(in: environment)
                else {
                    throw FeedError(
                        kind: "notFollowed", message: "You don't follow \(typed.inQuotes)", remedy: .changeRequest)
                }
                return feed
            }
        }
    }

    private func follow(_ feed: Feed, _ settings: FollowSettings, at address: String) throws -> ExitStatus {
        if settings.loadsFullTexts == true, !feed.description.offersFullText {
            throw CommandFailure(FeedError.noFullText.message + ". Nothing was followed.")
        }
        let before = try environment.followed(feed)
        let isNew = try environment.follow(feed, settings, defaults: context.settings.follow)
        let after = try environment.followed(feed)
        let title = after?.title ?? feed.title
        if output.json {
            let document = try FollowDocument(feed: feed, title: title, isNew: isNew).json()
            context.output.writeLine(document: document)
        } else {
            let changes = isNew ? [] : FollowSettings.changes(from: before?.settings, to: after?.settings)
            let pasted = environment.catalog.feed(pasted: address)
            // What is followed, where the address is that of a page, or has moved.
            let isElsewhere = pasted != feed
            let message =
                switch (isNew, changes.isEmpty) {
                case _ where former != nil:
                    "\(title) is now at \(feed.key.address)."
                        + (changes.isEmpty ? "" : " Updated: \(changes.joined(separator: ", ")).")
                case (true, _):
                    "Following \(title)" + (isElsewhere ? ", the feed at \(feed.key.address)." : ".")
                        + (pasted?.description.remark.map { " " + $0 } ?? "")
                case (_, true):
                    "You already follow \(title)" + (isElsewhere ? ": it's the same feed as \(feed.key.address)." : ".")
                default: "Updated \(title): \(changes.joined(separator: ", "))."
                }
            context.output.writeLine(TerminalText(message).string)
        }
        return .success
    }

    /// The address that a person at a terminal picks; elsewhere prints all of them and returns nil.
    private func choose(_ candidates: [FeedCandidate]) throws -> String? {
        if output.json {
            try context.output.writeLine(document: CandidatesDocument(candidates).json())
            return nil
        }
        let isAtTerminal = context.isInteractive && isTerminal(STDIN_FILENO)
        for (number, candidate) in candidates.enumerated() {
            let (url, title) = (TerminalText(candidate.url).string, TerminalText(candidate.title).string)
            let facts = candidate.facts(isAtTerminal ? Clock(now: environment.now()).ago : \.internetDateTime)
            context.output.writeLine(
                isAtTerminal ? "\(number + 1)  \(title)  (\(facts))  \(url)" : "\(url)\t\(title)\t\(facts)")
        }
        guard isAtTerminal else {
            context.complain("The address leads to \(candidates.count) feeds. Follow one of these addresses.")
            return nil
        }
        context.output.write("Follow which one? [1-\(candidates.count)] ")
        context.output.flush()
        guard let number = readLine().flatMap({ Int($0) }), candidates.indices.contains(number - 1) else {
            context.complain("Nothing was followed.")
            return nil
        }
        return candidates[number - 1].url
    }
}

extension FollowSettings {
    /// The settings that differ, as options name them: `every never`.
    fileprivate static func changes(from old: FollowSettings?, to new: FollowSettings?) -> [String] {
        var changes: [String] = []
        if old?.name != new?.name { changes.append(new?.name.map { "name \($0.inQuotes)" } ?? "its own name") }
        if old?.folder != new?.folder { changes.append(new?.folder.map { "folder \($0.inQuotes)" } ?? "no folder") }
        if old?.interval != new?.interval { changes.append("every " + (new?.interval?.words ?? "default")) }
        if old?.retention != new?.retention { changes.append("keep " + (new?.retention?.words ?? "default")) }
        if old?.stories != new?.stories { changes.append("stories " + (new?.stories ?? .joined).rawValue) }
        if old?.loadsFullTexts != new?.loadsFullTexts {
            changes.append(new?.loadsFullTexts == true ? "full texts" : "no full texts")
        }
        return changes
    }
}
