import Platform

/// The times at which a repository's events happen and the API shows them.
///
/// Events are numbered; those before the start are negative. Some events appear late, below newer ones, as
/// the real API does with its latency of 30 s to 6 h.
struct EventSchedule: Sendable {
    let repository: Repository
    let world: World

    /// The real API returns no more events, and no older ones.
    static let limit = 300
    static let days: Double = 30

    func date(of ordinal: Int) -> Date {
        let spacing = ordinal < 0 ? repository.historySpacing : world.pace(repository.spacing ?? .infinity)
        var chance = SeededRandom(world.seed, "date " + repository.name, ordinal)
        let offset = (Double(ordinal) + chance.fraction(0.1..<0.8)) * spacing
        return world.start.addingTimeInterval(offset.rounded(.down))
    }

    /// The delay in seconds until the API shows it; events before the start are all visible.
    private func delay(of ordinal: Int) -> Double {
        guard ordinal >= 0, ordinal % 13 == 5, let spacing = repository.spacing else { return 0 }
        return 6 * world.pace(spacing)
    }

    /// The visible events at an instant, almost newest first: some neighbors are swapped.
    func visible(at now: Date) -> [Int] {
        let oldest = now.addingTimeInterval(-Self.days * 86400)
        var ordinals: [Int] = []
        var ordinal = newest(at: now)
        while ordinals.count < Self.limit, ordinal >= -repository.history {
            let date = date(of: ordinal)
            if date < oldest { break }
            if date.addingTimeInterval(delay(of: ordinal)) <= now { ordinals.append(ordinal) }
            ordinal -= 1
        }
        let sorted = ordinals
        for index in sorted.indices.dropLast() where sorted[index] % 7 == 0 { ordinals.swapAt(index, index + 1) }
        return ordinals
    }

    private func newest(at now: Date) -> Int {
        guard let spacing = repository.spacing, now >= world.start else { return -1 }
        return Int(now.timeIntervalSince(world.start) / world.pace(spacing))
    }

    /// Two overlapping series, as since autumn 2025: ids don't increase over all events, and one number can occur in both.
    func id(of ordinal: Int) -> Int {
        let place = repository.id % 1_000_000 * 10_000 + (ordinal + 5_000) * 3
        if repository.isFat { return 43_800_000_000 + place }
        let isPush = EventKind.of(ordinal).isInPushSeries
        // A star with the same number as the push before it.
        if !isPush, Self.isCollision(ordinal) { return id(of: ordinal - 1) }
        return (isPush ? 18_400_000_000 : 13_700_000_000) + place
    }

    private static func isCollision(_ ordinal: Int) -> Bool {
        ((ordinal % EventKind.rotation.count) + EventKind.rotation.count) % EventKind.rotation.count == 7
    }
}

/// The kinds of events, in the order in which repositories repeat them.
enum EventKind: Sendable {
    case push
    case newBranchPush
    case watch
    case create(CreatedRef)
    case delete(isTag: Bool)
    case fork
    case pullRequest(action: String)
    case review
    case reviewComment
    case issues(action: String)
    case issueComment(onPullRequest: Bool)
    case release
    case member
    case publicized
    case gollum
    case commitComment
    case discussion
    /// A type that doesn't exist.
    case tide

    enum CreatedRef: String, Sendable {
        case branch, tag, repository
    }

    /// Forty in a row contain every documented type.
    static let rotation: [EventKind] = [
        .push, .watch, .issues(action: "opened"), .push, .pullRequest(action: "opened"),
        .issueComment(onPullRequest: false),
        .push, .watch, .create(.branch), .review, .push, .reviewComment, .watch, .pullRequest(action: "merged"),
        .delete(isTag: false), .release, .push, .fork, .issues(action: "labeled"), .tide, .push, .watch, .gollum,
        .create(.tag), .pullRequest(action: "closed"), .issueComment(onPullRequest: true), .newBranchPush,
        .commitComment,
        .watch, .member, .push, .issues(action: "closed"), .discussion, .create(.repository), .push,
        .delete(isTag: true),
        .issues(action: "assigned"), .publicized, .watch, .pullRequest(action: "reopened"),
    ]

    static func of(_ ordinal: Int) -> EventKind {
        rotation[((ordinal % rotation.count) + rotation.count) % rotation.count]
    }

    var type: String {
        switch self {
        case .push, .newBranchPush: "PushEvent"
        case .watch: "WatchEvent"
        case .create: "CreateEvent"
        case .delete: "DeleteEvent"
        case .fork: "ForkEvent"
        case .pullRequest: "PullRequestEvent"
        case .review: "PullRequestReviewEvent"
        case .reviewComment: "PullRequestReviewCommentEvent"
        case .issues: "IssuesEvent"
        case .issueComment: "IssueCommentEvent"
        case .release: "ReleaseEvent"
        case .member: "MemberEvent"
        case .publicized: "PublicEvent"
        case .gollum: "GollumEvent"
        case .commitComment: "CommitCommentEvent"
        case .discussion: "DiscussionEvent"
        case .tide: "TideEvent"
        }
    }

    /// Pushes and created and deleted branches have their own series of ids.
    var isInPushSeries: Bool {
        switch self {
        case .push, .newBranchPush, .create, .delete: true
        default: false
        }
    }
}
