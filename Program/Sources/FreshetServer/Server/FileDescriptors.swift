#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many connections the system lets this process have.
enum FileDescriptors {
    /// Takes as many as are allowed without asking, and tells how many that are: the soft limit of 1,024 is there for programs that use
    /// select(2).
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
