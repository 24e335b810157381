public import Platform

/// The name, folder and interval of a followed feed.
public struct FollowSettings: Sendable, Hashable, Codable {
    /// How often a feed is refreshed. Encodes as a number of seconds or as `"never"`.
    public enum PollInterval: Sendable, Hashable, Codable {
        /// After this many seconds.
        case seconds(Int)
        /// Only on request.
        case never

        /// The number of seconds; nil for never.
        public var seconds: TimeInterval? {
            if case .seconds(let count) = self { TimeInterval(count) } else { nil }
        }

        /// Decodes a number of seconds or `"never"`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .seconds(try container.decode(Int.self))
            } catch {
                guard try container.decode(String.self) == "never" else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "The interval must be a number of seconds or “never”.")
                }
                self = .never
            }
        }

        /// Encodes a number of seconds or `"never"`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .seconds(let count): try container.encode(count)
            case .never: try container.encode("never")
            }
        }
    }

    /// The reader's own name for the feed; nil uses the feed's title.
    public var name: String?
    /// The folder that contains the feed; nil for none.
    public var folder: String?
    /// How often the feed is refreshed; nil for its default interval.
    public var interval: PollInterval?

    /// Creates settings; by default none.
    public init(name: String? = nil, folder: String? = nil, interval: PollInterval? = nil) {
        self.name = name
        self.folder = folder
        self.interval = interval
    }
}
