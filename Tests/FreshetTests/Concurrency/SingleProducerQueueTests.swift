import Testing

@testable import Freshet

@Suite("SingleProducerQueue") struct SingleProducerQueueTests {
    private func taken(_ count: Int, from queue: SingleProducerQueue<Int>) -> [Int] {
        var elements: [Int] = []
        queue.take(count) { elements.append($0) }
        return elements
    }

    @Test("the consumer is idle before the first element and after taking the last one") func idle() {
        let queue = SingleProducerQueue<Int>()
        #expect(queue.append(1) == (0, true))
        #expect(queue.append(2) == (1, false))
        #expect(taken(1, from: queue) == [1])
        #expect(queue.subtract(1))
        #expect(queue.append(3) == (1, false))
        #expect(taken(2, from: queue) == [2, 3])
        #expect(!queue.subtract(2))
        #expect(queue.append(4) == (0, true))
    }

    @Test("the terminal event follows the elements and counts as an event") func end() {
        let queue = SingleProducerQueue<Int>()
        #expect(queue.appendEnd())
        #expect(queue.waiting == (0, true))
        let other = SingleProducerQueue<Int>()
        _ = other.append(1)
        #expect(!other.appendEnd())
        #expect(other.waiting == (1, true))
        #expect(taken(1, from: other) == [1])
        #expect(other.subtract(1))
    }

    @Test("keeps the order of elements across blocks") func order() {
        let queue = SingleProducerQueue<Int>()
        var (sent, received) = (0, [Int]())
        for batch in [1, 3, 7, 255, 256, 257, 1000] {
            for _ in 0..<batch {
                _ = queue.append(sent)
                sent += 1
            }
            received += taken(batch - 1, from: queue)
            _ = queue.subtract(batch - 1)
        }
        received += taken(queue.waiting.count, from: queue)
        #expect(received == Array(0..<sent))
    }

    @Test("releases waiting elements with the queue") func release() {
        let living = Count()
        final class Element {
            let living: Count
            init(_ living: Count) {
                self.living = living
                _ = living.up()
            }
            deinit { living.down() }
        }
        var queue: SingleProducerQueue<Element>? = SingleProducerQueue()
        for _ in 0..<600 { _ = queue?.append(Element(living)) }
        queue?.take(100) { _ in }
        _ = queue?.subtract(100)
        #expect(living.value == 500)
        queue = nil
        #expect(living.value == 0)
    }

    @Test("passes each element once between two threads") func twoThreads() {
        let (queue, total) = (SingleProducerQueue<Int>(), 100_000)
        let received = Box<[Int]>([])
        concurrently(
            {
                for element in 0..<total { _ = queue.append(element) }
                _ = queue.appendEnd()
            },
            {
                var elements: [Int] = []
                while true {
                    let (count, isLast) = queue.waiting
                    queue.take(count) { elements.append($0) }
                    _ = queue.subtract(count)
                    if isLast { break }
                }
                received.value = elements
            })
        #expect(received.value == Array(0..<total))
    }
}
