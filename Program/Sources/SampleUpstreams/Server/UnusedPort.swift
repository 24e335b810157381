import Platform

extension SampleUpstreams {
    /// A loopback port without a listener, so that connections are refused.
    package static func unusedPort() throws -> Int {
        let descriptor = socket(AF_INET, streamSocket, 0)
        guard descriptor >= 0 else { throw NoPort(call: "socket", number: errno) }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard bind(descriptor, pointer, size) == 0 else { throw NoPort(call: "bind", number: errno) }
                guard getsockname(descriptor, pointer, &size) == 0 else {
                    throw NoPort(call: "getsockname", number: errno)
                }
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// No socket is available for a port.
struct NoPort: Error, CustomStringConvertible {
    let call: String
    let number: Int32

    var description: String { "\(call) failed with error \(number); are there too many open files?" }
}
