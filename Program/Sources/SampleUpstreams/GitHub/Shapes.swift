/// GitHub's objects as the API encodes them.
struct Shapes: Sendable {
    let world: World
    /// The API's base address, without a slash at its end.
    let api: String
    /// The base address of web pages.
    let web = "https://github.com"
    /// Whether objects are as before 2025, with fewer keys.
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
