/// Words with the frequencies of Zipf's law, the most frequent first.
struct Vocabulary {
    let words: [String]
    /// Sums of the words' weights.
    private let sums: [Double]

    init(_ words: [String]) {
        self.words = words
        var sum = 0.0
        sums = words.indices.map { index in
            sum += 1 / (Double(index) + 2.7)
            return sum
        }
    }

    func word(_ random: inout Random) -> String {
        let place = random.unit() * sums[sums.count - 1]
        var low = 0, high = sums.count - 1
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] < place { low = middle + 1 } else { high = middle }
        }
        return words[low]
    }
}
