extension Schema {
    /// Version 10 added feeds that not everybody may read.
    static let version10 = ownership
}
