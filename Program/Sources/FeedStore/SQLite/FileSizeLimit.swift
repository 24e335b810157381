import Platform

/// The largest file that the process may write: `ulimit -f`.
enum FileSizeLimit {
    /// Whether there is one.
    static var isSet: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        // -1 means no limit.
        return getrlimit(resource, &limit) == 0 && limit.rlim_cur < rlim_t(Int64.max)
    }
}
