import CLibXML2

/// Receives the elements and the text of an XML document.
class XMLEvents {
    /// Whether the rest of the document can be ignored.
    var isFinished = false

    func start(_ name: XMLName, _ attributes: XMLAttributes) {}
    func end() {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}
}

/// The name of an element. Valid only during the call.
struct XMLName {
    let local: UnsafePointer<UInt8>
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?

    /// The local name as it is written.
    var localName: String { String(cString: local) }
    var prefixName: String? { prefix.map { String(cString: $0) } }
    var namespaceName: String? { namespace.map { String(cString: $0) } }
}

/// The attributes of an element. Valid only during the call.
struct XMLAttributes {
    let count: Int
    let values: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// The value of an attribute by its local name; without a prefix, in no namespace.
    func value(_ name: StaticString, prefix: StaticString? = nil) -> String? {
        guard let values else { return nil }
        for index in 0..<count {
            let part = values + index * 5
            guard let local = part[0], Self.isEqual(local, name) else { continue }
            if let prefix {
                guard let actual = part[1], Self.isEqual(actual, prefix) else { continue }
            } else if part[1] != nil {
                continue
            }
            guard let start = part[3], let end = part[4] else { return "" }
            return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        }
        return nil
    }

    /// All attributes by name, without namespace declarations.
    var all: [(prefix: String?, name: String, value: String)] {
        guard let values else { return [] }
        return (0..<count).compactMap { index in
            let part = values + index * 5
            guard let local = part[0], let start = part[3], let end = part[4] else { return nil }
            return (
                part[1].map { String(cString: $0) }, String(cString: local),
                String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            )
        }
    }

    private static func isEqual(_ text: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
        let start = name.utf8Start
        for index in 0..<name.utf8CodeUnitCount where text[index] != start[index] { return false }
        return text[name.utf8CodeUnitCount] == 0
    }
}
