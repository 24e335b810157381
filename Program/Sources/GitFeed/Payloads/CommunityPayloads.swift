#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Somebody starred the repository: the type's name is older than stars.
struct WatchPayload: EventPayload {
    var deed: String { "starred the repository" }

    func page(of repository: String, on site: Website) -> URL { site.page(of: repository, "stargazers") }
}

/// Somebody copied the repository.
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

    var deed: String { "forked the repository to \(fork.name)" }

    func page(of repository: String, on site: Website) -> URL {
        site.page(fork.address, else: site.page(of: fork.name))
    }
}

/// Somebody may write to the repository now, or no longer.
struct MemberPayload: EventPayload {
    private let action: String?
    private let member: WireAccount

    var deed: String {
        switch action {
        case nil, "added": "added \(member.login) as a collaborator"
        case "removed": "removed \(member.login) as a collaborator"
        default: "changed what the collaborator \(member.login) may do"
        }
    }

    func page(of repository: String, on site: Website) -> URL {
        site.page(member.page, else: site.page(of: repository))
    }
}

/// The repository was opened to everybody.
struct PublicPayload: EventPayload {
    var deed: String { "made the repository public" }
}

/// A sponsorship began or changed.
///
/// The documentation no longer lists the type, and no recording of it is known.
struct SponsorshipPayload: EventPayload {
    private let action: String?

    var deed: String {
        switch action {
        case nil, "created": "started a sponsorship"
        case "cancelled", "canceled": "ended a sponsorship"
        default: "changed a sponsorship"
        }
    }
}
