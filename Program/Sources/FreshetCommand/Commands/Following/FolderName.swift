import FeedStore
import Feeds
import WebText

extension FeedEnvironment {
    /// Fails with a ``CommandFailure`` that suggests another name unless a followed feed is in the folder.
    func checkFolder(_ name: String) throws {
        if let problem = try folderProblem(name, ignoringCase: false) { throw CommandFailure(problem, .usage) }
    }

    /// Why the folder has no feeds; nil if it has some.
    func folderProblem(_ name: String, ignoringCase: Bool) throws -> String? {
        let folders = FeedFolder(try followed()).paths
        let isThere = folders.contains { ignoringCase ? $0.lowercased() == name.lowercased() : $0 == name }
        if isThere { return nil }
        if folders.isEmpty {
            return "There is no folder \(name.inQuotes). To put a feed in a folder: freshet follow FEED --folder NAME"
        }
        return UnknownWord(name, is: "folder", among: folders).description
    }
}
