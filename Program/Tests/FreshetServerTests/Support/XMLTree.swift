import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A well-formed document, read by an XML parser.
final class XMLTree {
    let name: String
    let attributes: [String: String]
    private(set) var content = ""
    private(set) var children: [XMLTree] = []

    private init(_ name: String, _ attributes: [String: String]) { (self.name, self.attributes) = (name, attributes) }

    subscript(name: String) -> [XMLTree] { children.filter { $0.name == name } }
    func count(_ name: String) -> Int { self[name].count }
    func text(_ name: String) -> String { self[name].first?.content ?? "" }

    /// Fails with the parser's error where it is not well-formed.
    static func read(_ text: String) throws -> XMLTree {
        let reader = Reader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        return reader.root.children[0]
    }

    private final class Reader: NSObject, XMLParserDelegate {
        let root = XMLTree("", [:])
        private lazy var path = [root]

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = XMLTree(name, attributes)
            path.last?.children.append(element)
            path.append(element)
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { path.last?.content += string }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { path.removeLast() }
    }
}
