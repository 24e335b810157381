import Platform
import WebText

/// The inbox of a token's owner: issues and pull requests of the harbor, one of them new every ten minutes.
extension GitHubSample {
    func notifications(_ request: SampleRequest, _ shapes: Shapes, _ payer: RateLimits.Payer) -> SampleResponse {
        guard let repository = catalog["octo-sample/harbor"] else { return GitHubRefusal.notFound }
        let newest = max(0, Int(request.now.timeIntervalSince(world.start) / world.pace(600)))
        let threads = (newest - 4...newest).reversed().map { notification($0, repository, shapes) }
        let updated = world.start.addingTimeInterval(Double(newest) * world.pace(600))
        return SampleResponse(
            200, json: .array(threads),
            headers: [
                ("Cache-Control", cacheControl(payer)), ("Last-Modified", HTTPDate(updated).description),
                ("X-Poll-Interval", String(world.configuration.pollInterval)),
            ])
    }

    private func notification(_ number: Int, _ repository: Repository, _ shapes: Shapes) -> JSON {
        var chance = Chance(world.seed, "notification", number)
        let isPullRequest = chance.happens(onceIn: 2)
        let date = world.start.addingTimeInterval(Double(number) * world.pace(600))
        let kind = isPullRequest ? "pulls" : "issues"
        return [
            "id": .string(String(8_100_000_000 + number)), "unread": true,
            "reason": .string(chance.one(of: ["mention", "review_requested", "subscribed", "author"])),
            "updated_at": .string(date.internetDateTime), "last_read_at": .null,
            "subject": [
                "title": .string(Words.title(&chance)), "type": .string(isPullRequest ? "PullRequest" : "Issue"),
                "url": "\(shapes.api)/repos/\(repository.fullName)/\(kind)/\(abs(number) % 900 + 1)",
                "latest_comment_url": .null,
            ],
            "repository": shapes.minimal(repository),
        ]
    }
}
