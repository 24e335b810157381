import Platform

/// The file in a form (`multipart/form-data`, RFC 7578).
struct UploadedFile {
    /// What the file contains.
    let contents: Data

    /// Reads the first part with a file name; nil if no part has one or the body has another type.
    init?(_ body: Data, contentType: String) {
        guard contentType.lowercased().hasPrefix("multipart/form-data"), let boundary = Self.boundary(contentType)
        else {
            return nil
        }
        let delimiter = Array("--\(boundary)".utf8)
        var rest = body[...]
        while let begin = rest.firstRange(of: delimiter) {
            rest = rest[begin.upperBound...]
            guard let head = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let headers = String(decoding: rest[..<head.lowerBound], as: UTF8.self).lowercased()
            rest = rest[head.upperBound...]
            guard headers.contains("content-disposition:"), headers.contains("filename=") else { continue }
            guard let end = rest.firstRange(of: Array("\r\n".utf8) + delimiter) else { return nil }
            contents = Data(rest[..<end.lowerBound])
            return
        }
        return nil
    }

    private static func boundary(_ contentType: String) -> String? {
        for parameter in contentType.split(separator: ";").dropFirst() {
            let sides = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
            if sides.count == 2, sides[0].lowercased() == "boundary", !sides[1].isEmpty, sides[1].count <= 70 {
                return String(sides[1])
            }
        }
        return nil
    }
}
