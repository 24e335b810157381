import FeedStore
import Foundation
import Testing

@Suite("An error of the store") struct ErrorTests {
    @Test(
        "An error of the store is described in sentences that name the file and the remedy",
        arguments: [
            FeedStoreError.newerVersion(path: "/a/b", found: 9, supported: 3, program: "0.2.0"),
            .newerVersion(path: "/a/b", found: 9, supported: 3, program: nil), .damaged(path: "/a/b", cause: "x"),
            .readOnly(path: "/a/b"), .diskFull(path: "/a/b"), .busy(path: "/a/b", waited: 5), .closed(path: "/a/b"),
            .sqlite(path: "/a/b", code: 10, message: "disk I/O error"),
            .unavailable(path: "/a/b", cause: "connection refused"), .notEmpty(path: "/a/b"),
            .postgreSQL(path: "/a/b", state: "42P01", message: "no table"),
        ])
    func sentences(error: FeedStoreError) {
        let sentences = error.description.split(separator: ". ")
        #expect(sentences.count >= 2 && sentences.allSatisfy { $0.first?.isUppercase == true })
        #expect(error.description.hasSuffix(".") && error.description.contains("/a/b"))
    }

    @Test("An error of the store about a folder that can't be created contains no raw system errors")
    func folder() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "store-\(UUID().uuidString)")
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let store = file.appending(path: "folder/freshet.sqlite")
        let error = #expect(throws: FeedStoreError.self) { try FeedStore(at: store) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("The store \(store.path) can't be opened: ") && text.hasSuffix("."))
        #expect(!text.contains("Error") && !text.contains("errno"))
    }
}
