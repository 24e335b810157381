import WebText

/// GitHub's objects as the API encodes them.
struct Shapes: Sendable {
    let world: World
    /// The API's base address, without a slash at its end.
    let api: String
    /// The base address of web pages.
    let web = "https://github.com"
    /// True if objects are as before 2025, with fewer keys.
    var isOld = false

    func avatar(_ person: Person, suffix: String = "?v=4") -> String {
        "\(api)/avatars/u/\(person.id)\(suffix)"
    }

    /// The account as an event's actor or organization.
    func actor(_ person: Person, displayLogin: Bool) -> JSON {
        let isOrganization = person.kind == .organization
        let shown: JSON = displayLogin && !isOrganization ? ["display_login": .string(person.displayLogin)] : [:]
        let rest: JSON = [
            "gravatar_id": "",
            "url": "\(api)/\(isOrganization ? "orgs" : "users")/\(person.login)",
            "avatar_url": .string(avatar(person, suffix: "?")),
        ]
        return (["id": .int(person.id), "login": .string(person.login)] as JSON).adding(shown).adding(rest)
    }

    /// The account as an owner or author.
    func user(_ person: Person) -> JSON {
        let url = "\(api)/users/\(person.login)"
        let head: JSON = [
            "login": .string(person.login),
            "id": .int(person.id),
            "node_id": .string(nodeID("U", person.id)),
            "avatar_url": .string(avatar(person)),
            "gravatar_id": "",
            "url": .string(url),
            "html_url": "\(web)/\(person.login)",
            "followers_url": "\(url)/followers",
            "following_url": "\(url)/following{/other_user}",
            "gists_url": "\(url)/gists{/gist_id}",
            "starred_url": "\(url)/starred{/owner}{/repo}",
            "subscriptions_url": "\(url)/subscriptions",
            "organizations_url": "\(url)/orgs",
            "repos_url": "\(url)/repos",
            "events_url": "\(url)/events{/privacy}",
            "received_events_url": "\(url)/received_events",
            "type": .string(person.kind.rawValue),
        ]
        return head.adding(isOld ? [:] : ["user_view_type": "public"]).adding(["site_admin": false])
    }

    func label(_ name: String, in repository: Repository) -> JSON {
        [
            "id": .int(repository.id * 7 + name.utf8.count),
            "node_id": .string(nodeID("LA", repository.id * 7)),
            "url": "\(api)/repos/\(repository.fullName)/labels/\(name.replacing(" ", with: "%20"))",
            "name": .string(name),
            "color": "a2d9ce",
            "default": false,
            "description": .null,
        ]
    }

    func reactions(_ url: String) -> JSON {
        [
            "url": "\(url)/reactions", "total_count": 0, "+1": 0, "-1": 0, "laugh": 0, "hooray": 0, "confused": 0,
            "heart": 0, "rocket": 0, "eyes": 0,
        ]
    }

    func nodeID(_ prefix: String, _ id: Int) -> String {
        prefix + "_kg" + String(id, radix: 36)
    }
}

extension Shapes {
    /// The 46 keys of a "minimal repository".
    func minimal(_ repository: Repository, isFork: Bool = false) -> JSON {
        let url = "\(api)/repos/\(repository.fullName)"
        let head: JSON = [
            "id": .int(repository.id),
            "node_id": .string(nodeID("R", repository.id)),
            "name": .string(repository.name),
            "full_name": .string(repository.fullName),
            "private": false,
            "owner": user(repository.owner),
            "html_url": "\(web)/\(repository.fullName)",
            "description": .optional(repository.description),
            "fork": .bool(isFork),
            "url": .string(url),
        ]
        return head.adding(.object(Self.links.map { ($0.key, .string(url + $0.tail)) }))
    }

    /// The complete repository, as in search results, forks and pull requests.
    func whole(_ repository: Repository, at now: String, stars: Int, isFork: Bool = false) -> JSON {
        let page = "github.com/\(repository.fullName)"
        let dates: JSON = [
            "created_at": .string(repository.created(world).internetDateTime),
            "updated_at": .string(now),
            "pushed_at": .string(now),
            "git_url": "git://\(page).git",
            "ssh_url": "git@github.com:\(repository.fullName).git",
            "clone_url": "https://\(page).git",
            "svn_url": "https://\(page)",
            "homepage": .optional(repository.homepage),
            "size": .int(repository.id % 9000),
        ]
        let counts: JSON = [
            "stargazers_count": .int(stars),
            "watchers_count": .int(stars),
            "language": .optional(repository.language),
            "has_issues": true,
            "has_projects": true,
            "has_downloads": true,
            "has_wiki": true,
            "has_pages": false,
            "has_discussions": false,
            "forks_count": .int(stars / 9),
            "mirror_url": .null,
            "archived": false,
            "disabled": false,
            "open_issues_count": .int(stars / 40),
            "license": licence(repository.licence),
        ]
        let rest: JSON = [
            "allow_forking": true,
            "is_template": false,
            "web_commit_signoff_required": false,
            "topics": repository.language == nil ? [] : ["sample", "sea"],
            "visibility": "public",
            "forks": .int(stars / 9),
            "open_issues": .int(stars / 40),
            "watchers": .int(stars),
            "default_branch": "main",
        ]
        return minimal(repository, isFork: isFork).adding(dates).adding(counts).adding(rest)
    }

    private func licence(_ id: String?) -> JSON {
        guard let id else { return .null }
        let key = id.lowercased()
        return [
            "key": .string(key),
            "name": .string(id == "MIT" ? "MIT License" : "Apache License 2.0"),
            "spdx_id": .string(id),
            "url": "\(api)/licenses/\(key)",
            "node_id": .string("MDc6TGljZW5zZQ" + String(key.utf8.count)),
        ]
    }

    private static let links: [(key: String, tail: String)] = [
        ("forks_url", "/forks"), ("keys_url", "/keys{/key_id}"), ("collaborators_url", "/collaborators{/collaborator}"),
        ("teams_url", "/teams"), ("hooks_url", "/hooks"), ("issue_events_url", "/issues/events{/number}"),
        ("events_url", "/events"), ("assignees_url", "/assignees{/user}"), ("branches_url", "/branches{/branch}"),
        ("tags_url", "/tags"), ("blobs_url", "/git/blobs{/sha}"), ("git_tags_url", "/git/tags{/sha}"),
        ("git_refs_url", "/git/refs{/sha}"), ("trees_url", "/git/trees{/sha}"), ("statuses_url", "/statuses/{sha}"),
        ("languages_url", "/languages"), ("stargazers_url", "/stargazers"), ("contributors_url", "/contributors"),
        ("subscribers_url", "/subscribers"), ("subscription_url", "/subscription"), ("commits_url", "/commits{/sha}"),
        ("git_commits_url", "/git/commits{/sha}"), ("comments_url", "/comments{/number}"),
        ("issue_comment_url", "/issues/comments{/number}"), ("contents_url", "/contents/{+path}"),
        ("compare_url", "/compare/{base}...{head}"), ("merges_url", "/merges"),
        ("archive_url", "/{archive_format}{/ref}"), ("downloads_url", "/downloads"), ("issues_url", "/issues{/number}"),
        ("pulls_url", "/pulls{/number}"), ("milestones_url", "/milestones{/number}"),
        ("notifications_url", "/notifications{?since,all,participating}"), ("labels_url", "/labels{/name}"),
        ("releases_url", "/releases{/id}"), ("deployments_url", "/deployments"),
    ]
}
