import WebText

/// `Control` by HTTP requests below `/control`, for tests in another process.
///
/// `POST fail?path=&fault=[&times=]`, `POST clear`, `POST latency?ms=[&path=]`, `POST advance?seconds=`, `GET requests[?path=]`. These
/// requests are neither logged nor subject to faults.
struct RemoteControl: Sendable {
    let control: Control

    func response(_ request: SampleRequest) -> SampleResponse {
        do throws(WrongOrder) {
            return try obey(request)
        } catch {
            return SampleResponse(400, json: ["error": .string(error.reason)])
        }
    }

    private func obey(_ request: SampleRequest) throws(WrongOrder) -> SampleResponse {
        let parameters = request.parameters
        switch (request.method, request.path.dropFirst().joined(separator: "/")) {
        case ("GET", "requests"):
            let requests = parameters["path"].map(control.requests(to:)) ?? control.requests
            return SampleResponse(200, json: .array(requests.map(\.json)))
        case ("POST", "fail"):
            guard let path = parameters["path"], let name = parameters["fault"] else {
                throw WrongOrder("path= and fault= are needed")
            }
            let times = parameters["times"].map { Int($0) ?? 0 }
            if let times, times < 1 { throw WrongOrder("times= is a whole number above 0") }
            control.fail(path, with: try .named(name, parameters), times: times)
        case ("POST", "clear"): control.clear()
        case ("POST", "latency"):
            guard let wait = request.number("ms"), (0...600_000).contains(wait) else {
                throw WrongOrder("ms= is a number from 0 to 600000")
            }
            control.setLatency(.milliseconds(wait), for: parameters["path"] ?? "/")
        case ("POST", "advance"):
            guard let seconds = request.number("seconds"), abs(seconds) <= 1e9 else {
                throw WrongOrder("seconds= is a number")
            }
            control.advance(by: .seconds(seconds))
        default:
            throw WrongOrder("there are POST fail, clear, latency and advance, and GET requests")
        }
        return SampleResponse(204)
    }
}

extension LoggedRequest {
    fileprivate var json: JSON {
        let fields = headers.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.string($0.value)) }
        return [
            "method": .string(method), "path": .string(path), "date": .string(date.internetDateTime),
            "headers": .object(fields),
        ]
    }
}
