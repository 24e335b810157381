import CLibXML2

/// Reads XML with libxml2's push parser, after ``XMLRepair`` has repaired it.
enum XMLReader {
    /// The result of reading a document.
    struct Outcome {
        /// The number of defects that were repaired, in the text and by the parser.
        var repairs = 0
        /// True if reading stopped before the end.
        var isCutOff = false
    }

    /// Reads UTF-8 and sends elements and text to `events`.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>, into events: XMLEvents) -> Outcome {
        let parser = PushParser(events)
        var repair = XMLRepair(bytes) { parser.write($0) }
        repair.run()
        parser.finish()
        return Outcome(
            repairs: repair.repairs + parser.errors,
            isCutOff: repair.isCutOff || (parser.hasFailed && !events.isFinished))
    }
}

/// A libxml2 parser that forwards a document's events.
private final class PushParser {
    private static let isReady: Void = xmlInitParser()
    /// The maximum total length of distinct names in a document, in bytes.
    private static let maximumNames = 1 << 20

    private let events: XMLEvents
    private var context: xmlParserCtxtPtr?
    /// The number of errors that the parser recovered from.
    private(set) var errors = 0
    /// True if the parser stopped at an error.
    private(set) var hasFailed = false

    init(_ events: XMLEvents) {
        self.events = events
        _ = Self.isReady
        var handler = Self.makeHandler()
        context = xmlCreatePushParserCtxt(&handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
        guard let context else {
            hasFailed = true
            return
        }
        // Without XML_PARSE_NOENT, attributes would keep `&amp;` as a reference. No entity is declared here.
        let options = [XML_PARSE_RECOVER, XML_PARSE_NOENT, XML_PARSE_NONET, XML_PARSE_NOERROR, XML_PARSE_NOWARNING]
        xmlCtxtUseOptions(context, Int32(options.reduce(0) { $0 | $1.rawValue }))
        xmlDictSetLimit(context.pointee.dict, Self.maximumNames)
    }

    deinit { xmlFreeParserCtxt(context) }

    /// Reads the next bytes; false to stop.
    func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let context, !hasFailed, !events.isFinished, let start = bytes.baseAddress else { return false }
        start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            _ = xmlParseChunk(context, $0, Int32(bytes.count), 0)
        }
        if context.pointee.disableSAX != 0 { hasFailed = true }
        return !hasFailed && !events.isFinished
    }

    func finish() {
        guard let context, !hasFailed, !events.isFinished else { return }
        xmlParseChunk(context, nil, 0, 1)
    }

    private static func makeHandler() -> xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, local, prefix, namespace, _, _, count, _, attributes in
            guard let parser = PushParser.from(context), let local, !parser.events.isFinished else { return }
            parser.events.start(
                XMLName(local: local, prefix: prefix, namespace: namespace),
                XMLAttributes(count: Int(count), values: attributes))
        }
        handler.endElementNs = { context, _, _, _ in
            guard let parser = PushParser.from(context), !parser.events.isFinished else { return }
            parser.events.end()
        }
        handler.characters = { context, bytes, count in
            guard let parser = PushParser.from(context), let bytes, !parser.events.isFinished else { return }
            parser.events.text(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.serror = { context, error in
            guard let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else { return }
            PushParser.from(context)?.errors += 1
        }
        return handler
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> PushParser? {
        context.map { Unmanaged<PushParser>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// Receives the elements and the text of an XML document.
class XMLEvents {
    /// True if the rest of the document can be ignored.
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
