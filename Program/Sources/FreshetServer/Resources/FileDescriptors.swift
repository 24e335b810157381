import Platform

/// The system's limit on open connections.
enum FileDescriptors {
    /// Raises the limit as far as the process may, and returns it.
    ///
    /// The default of 1,024 only serves programs that use select(2).
    static func raisedLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        let old = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        return Int(setrlimit(resource, &limit) == 0 ? limit.rlim_cur : old)
    }
}
