/// GitFeed
