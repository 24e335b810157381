/// The times of one contender in all rounds of a case.
public struct Measurement: Sendable {
    public let contender: String
    /// Nanoseconds per unit in each round.
    public var rounds: [Double] = []

    public var median: Double { rounds.median }
    public var min: Double { rounds.min() ?? .nan }

    /// The median of the ratios of the rounds. A disturbance of one round affects both sides of its ratio.
    public func ratio(to other: Measurement) -> Double {
        zip(rounds, other.rounds).map { $0 / $1 }.median
    }
}

extension [Double] {
    public var median: Double {
        let sorted = sorted()
        if sorted.isEmpty { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

/// The settings of a measurement.
public struct Measuring: Sendable {
    public var rounds = 9
    /// The time of one contender in one round.
    public var roundTime = Duration.milliseconds(30)

    /// Warms up each contender, determines its repetitions per round, then runs the contenders in turn, round by round.
    public func run(_ benchmark: Case) async -> [Measurement] {
        var repetitions: [Int] = []
        var results: [Int] = []
        for contender in benchmark.contenders {
            results.append(await contender.run(64))
            repetitions.append(await calibrate(contender))
        }
        precondition(Set(results).count <= 1, "\(benchmark.name): the contenders disagree: \(results)")
        var measurements = benchmark.contenders.map { Measurement(contender: $0.name) }
        for _ in 0..<rounds {
            for (index, contender) in benchmark.contenders.enumerated() {
                let count = repetitions[index]
                let time = await time(contender, count)
                measurements[index].rounds.append(time.nanoseconds / Double(count * benchmark.unitsPerRepetition))
            }
        }
        return measurements
    }

    private func calibrate(_ contender: Contender) async -> Int {
        var count = 16
        while true {
            let time = await time(contender, count)
            if time * 4 >= roundTime { return max(1, Int(Double(count) * (roundTime / time))) }
            count *= 4
        }
    }

    private func time(_ contender: Contender, _ count: Int) async -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        _ = await contender.run(count)
        return clock.now - start
    }
}

extension Duration {
    public var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
