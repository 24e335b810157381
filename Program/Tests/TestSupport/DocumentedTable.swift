import Foundation

/// The table of that name in a page of the documentation. With `FRESHET_WRITE_TABLES=1`, writes it there first.
package func documentedTable(_ name: String, in page: String, writing table: @autoclosure () -> String) throws -> String
{
    let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../docs/\(page)").standardizedFileURL
    var text = try String(contentsOf: file, encoding: .utf8)
    guard let start = text.range(of: "<!-- table: \(name) -->\n")?.upperBound,
        let end = text.range(of: "<!-- end of the table -->", range: start..<text.endIndex)?.lowerBound
    else { throw MissingTable(name: name, page: page) }
    if ProcessInfo.processInfo.environment["FRESHET_WRITE_TABLES"] == nil { return String(text[start..<end]) }
    let table = table()
    text.replaceSubrange(start..<end, with: table)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return table
}

private struct MissingTable: Error {
    let name: String
    let page: String
}
