import Platform
import WebText

/// Commits were pushed to a branch or tag.
///
/// Since October 2025 events contain neither their number nor their messages.
struct PushPayload: EventPayload {
    private let ref: String
    private let head: String?
    private let before: String?
    private let size: Int?

    var predicate: String {
        let commits =
            switch size {
            case nil, 0: ""
            case 1: "1 commit "
            case let size?: "\(size) commits "
            }
        return "pushed \(commits)to \(Ref(ref).phrase)"
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        guard let head else { return site.page(of: repository, "commits/\(Ref(ref).name)") }
        // The branch is new.
        guard let before, before.contains(where: { $0 != "0" }) else {
            return site.page(of: repository, "commits/\(head)")
        }
        return site.page(of: repository, "compare/\(before)...\(head)")
    }
}

/// A branch or a tag by its full or short name.
struct Ref {
    let name: String
    let isTag: Bool

    init(_ text: String) {
        isTag = text.hasPrefix("refs/tags/")
        name =
            ["refs/heads/", "refs/tags/"].first { text.hasPrefix($0) }.map { String(text.dropFirst($0.count)) } ?? text
    }

    /// `main`, or `the tag v1`.
    var phrase: String { isTag ? "the tag \(name)" : name }
}

/// A branch, a tag or the repository was created.
struct CreatePayload: EventPayload {
    /// Nil for the repository itself.
    private let ref: String?
    private let kind: String

    private enum CodingKeys: String, CodingKey {
        case ref
        case kind = "ref_type"
    }

    var predicate: String {
        guard let ref, kind != "repository" else { return "created the \(kind)" }
        return "created \(kind) \(ref)"
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        guard let ref, kind != "repository" else { return site.page(of: repository) }
        return site.page(of: repository, "tree/\(ref)")
    }
}

/// A branch or a tag was deleted.
struct DeletePayload: EventPayload {
    private let ref: String
    private let kind: String

    private enum CodingKeys: String, CodingKey {
        case ref
        case kind = "ref_type"
    }

    var predicate: String { "deleted \(kind) \(ref)" }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(of: repository, kind == "tag" ? "tags" : "branches")
    }
}

/// A release was published or changed.
struct ReleasePayload: EventPayload {
    private let action: String?
    private let release: Release

    private struct Release: Decodable {
        let tag: String
        let name: String?
        let address: String?
        let isPrerelease: Bool?

        enum CodingKeys: String, CodingKey {
            case name
            case tag = "tag_name"
            case address = "html_url"
            case isPrerelease = "prerelease"
        }

        var title: String {
            guard let name = name?.ifNotBlank, name.onOneLine != tag else { return tag }
            return "\(tag) \(name.quoted)"
        }
    }

    var predicate: String {
        let kind = release.isPrerelease == true ? "pre-release" : "release"
        switch action {
        case nil, "published", "released", "created":
            return release.isPrerelease == true
                ? "published the pre-release \(release.title)" : "released \(release.title)"
        case "prereleased": return "published the pre-release \(release.title)"
        case let action?: return "\(action.words) the \(kind) \(release.title)"
        }
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(release.address, else: site.page(of: repository, "releases/tag/\(release.tag)"))
    }
}

/// The repository was starred. The type's name is older than stars.
struct WatchPayload: EventPayload {
    var predicate: String { "starred the repository" }

    func page(of repository: String, on site: GitHubPageURLs) -> URL { site.page(of: repository, "stargazers") }
}

/// The repository was forked.
struct ForkPayload: EventPayload {
    private let fork: Fork

    private struct Fork: Decodable {
        let name: String
        let address: String?

        enum CodingKeys: String, CodingKey {
            case name = "full_name"
            case address = "html_url"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case fork = "forkee"
    }

    var predicate: String { "forked the repository to \(fork.name)" }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(fork.address, else: site.page(of: fork.name))
    }
}

/// A collaborator was added or removed.
struct MemberPayload: EventPayload {
    private let action: String?
    private let member: WireAccount

    var predicate: String {
        switch action {
        case nil, "added": "added \(member.login) as a collaborator"
        case "removed": "removed \(member.login) as a collaborator"
        default: "changed the permissions of \(member.login)"
        }
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(member.page, else: site.page(of: repository))
    }
}

/// The repository was made public.
struct PublicPayload: EventPayload {
    var predicate: String { "made the repository public" }
}

/// A sponsorship was created or changed.
///
/// The documentation doesn't list this type, and no example of it is known.
struct SponsorshipPayload: EventPayload {
    private let action: String?

    var predicate: String {
        switch action {
        case nil, "created": "started a sponsorship"
        case "cancelled", "canceled": "ended a sponsorship"
        default: "changed a sponsorship"
        }
    }
}

/// A comment on a commit.
struct CommitCommentPayload: EventPayload {
    private let action: String?
    private let comment: GitHubComment

    var predicate: String {
        let commit = comment.commit.map { "commit \($0.prefix(7))" } ?? "a commit"
        return "\(GitHubComment.predicate(action)) \(commit)"
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(comment.address, else: site.page(of: repository, comment.commit.map { "commit/\($0)" } ?? ""))
    }
}

/// Wiki pages were created or edited.
struct GollumPayload: EventPayload {
    private let pages: [Page]

    private struct Page: Decodable {
        let title: String
        let action: String?
        let address: String?

        enum CodingKeys: String, CodingKey {
            case title, action
            case address = "html_url"
        }
    }

    var predicate: String {
        guard let first = pages.first else { return "edited the wiki" }
        let actions = Set(pages.map { $0.action ?? "edited" })
        let action = actions.count == 1 ? actions.first?.words ?? "edited" : "wrote"
        let others =
            switch pages.count - 1 {
            case 0: ""
            case 1: " and 1 other"
            case let count: " and \(count) others"
            }
        return "\(action) the wiki page \(first.title.onOneLine)\(others)"
    }

    func page(of repository: String, on site: GitHubPageURLs) -> URL {
        site.page(pages.first?.address, else: site.page(of: repository, "wiki"))
    }
}
