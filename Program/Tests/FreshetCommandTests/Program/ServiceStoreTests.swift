import Foundation
import Testing

@testable import FreshetCommand

@Suite("The service's store")
struct ServiceStoreTests {
    /// Root's commands on a machine with the service, whose user is 990.
    private func user(
        of line: String, _ variables: [String: String] = ["HOME": "/root"], user: uid_t = 0, owner: uid_t? = 990,
        hasOwnConfiguration: Bool = false
    ) -> uid_t? {
        ServiceStore.decide(
            user: user, arguments: line.split(separator: " ").map(String.init), variables: variables, owner: owner,
            hasOwnConfiguration: hasOwnConfiguration)
    }

    @Test(
        "The service's store is used by root's commands, as the service's user",
        arguments: [
            "", "accounts reset admin", "serve", "unread --json", "backup --to /srv", "search -- --data", "config",
        ])
    func root(line: String) {
        #expect(user(of: line) == 990)
    }

    @Test(
        "The service's store isn't used by a command that names a store, or uses none",
        arguments: [
            "serve --data /srv", "unread --data=/srv", "serve --store postgresql://db/freshet", "--data .",
            "status --store=postgresql://db/freshet", "--help", "-h", "help", "unread --help", "completion bash",
            "demo",
            "demo --page", "sample-upstreams --port 0",
        ])
    func otherStore(line: String) {
        #expect(user(of: line) == nil)
    }

    @Test("The service's store isn't used by other users, without a service, or if root has chosen a store of its own")
    func others() {
        #expect(user(of: "unread", user: 1000) == nil)
        #expect(user(of: "unread", user: 990) == nil)
        #expect(user(of: "unread", owner: nil) == nil)
        // Root doesn't use a store of its own instead: the command fails.
        #expect(user(of: "unread", owner: 0) == 0)
        #expect(user(of: "unread", hasOwnConfiguration: true) == nil)
        for name in ["XDG_DATA_HOME", "FRESHET_STORE"] {
            #expect(user(of: "unread", [name: "/srv"]) == nil)
            #expect(user(of: "unread", [name: ""]) == 990)
        }
    }

    @Test(
        "The service's folder is one, not a link that systemd makes for a user that exists only while the service runs")
    func owner() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "service-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link"), file = folder.appending(path: "file")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        try Data().write(to: file)
        #expect(ServiceStore.owner(of: folder.path) == geteuid())
        for path in [link.path, file.path, folder.path + "/none"] { #expect(ServiceStore.owner(of: path) == nil) }
    }

    @Test("The service's store and configuration are what the variables of a command lead to")
    func variables() throws {
        let store = ServiceStore.installed
        let variables = Dictionary(uniqueKeysWithValues: store.variables(for: "freshet").map { ($0.name, $0.value) })
        let output = Output(descriptor: STDERR_FILENO, capacity: 0)
        let context = CommandContext(variables: variables, output: output, errors: output)
        #expect(store.isIn(try context.dataFolder(nil)))
        #expect(context.configurationFile?.path == "/etc/freshet/config.toml")
        #expect(variables["HOME"] == "/var/lib/freshet" && variables["USER"] == "freshet")
        #expect(!store.isIn(URL(filePath: "/var/lib/freshet/other", directoryHint: .isDirectory)))
    }
}
