import Platform

extension URL {
    /// An address that a document, a header or a person gives, as browsers read it.
    ///
    /// Bytes that an address doesn't allow are escaped. Foundation would escape existing escapes once more.
    package init?(address text: some StringProtocol, relativeTo base: URL? = nil) {
        self.init(string: text.percentEncodedAddress, relativeTo: base)
    }
}
