import Platform

/// The repository was starred. The type's name is older than stars.
struct WatchPayload: EventPayload {
    var predicate: String { "starred the repository" }

    func page(of repository: String, on site: Website) -> URL { site.page(of: repository, "stargazers") }
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

    func page(of repository: String, on site: Website) -> URL {
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

    func page(of repository: String, on site: Website) -> URL {
        site.page(member.page, else: site.page(of: repository))
    }
}

/// The repository was made public.
struct PublicPayload: EventPayload {
    var predicate: String { "made the repository public" }
}

/// A sponsorship was created or changed.
///
/// The documentation no longer lists this type, and no example of it is known.
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
