import GitFeed

/// The form that follows a repository, or no longer.
struct FollowForm {
    let site: Site

    /// A field for the name.
    func entry(id: String, value: String = "", describedBy: String? = nil) -> HTML {
        let description: HTML = describedBy.map { " aria-describedby=\"\($0)\" aria-invalid=\"true\"" } ?? ""
        return """
            <form class="follow" method="post" action="/follow"><label for="\(id)">Follow a repository</label>\
            <div class="field"><input id="\(id)" name="repository" type="text" required value="\(value)" \
            placeholder="owner/name or link" autocomplete="off" autocapitalize="none" spellcheck="false"\(description)>\
            <button class="button">Follow</button></div></form>
            """
    }

    /// A button for one repository.
    func button(_ name: RepositoryName) -> HTML {
        let isFollowed = site.followed.contains(name)
        let form = isFollowed ? "unfollow" : "follow"
        let path = FeedAddress.repository(name).path
        return """
            <form class="\(form)" method="post" action="/\(form)">\(Hidden("repository", name.description).html)\
            \(Hidden("return", path).html)<button class="button">\(isFollowed ? "Unfollow" : "Follow")</button></form>
            """
    }
}
