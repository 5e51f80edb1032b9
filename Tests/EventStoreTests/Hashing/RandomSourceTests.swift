import EventStore
import Testing

@Suite struct RandomSourceTests {
  @Test func `the seeded source returns the published numbers of SplitMix64`() {
    var random = SeededRandom(seed: 1_234_567)
    let numbers: [UInt64] = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `equal seeds give equal bytes, different seeds different ones`() {
    var (one, same, other) = (
      SeededRandom(seed: 7), SeededRandom(seed: 7), SeededRandom(seed: 8)
    )
    let bytes = one.next(37)
    #expect(bytes == same.next(37))
    #expect(bytes != other.next(37))
  }

  @Test func `seeded bytes are the words, least significant byte first`() {
    var (words, bytes) = (SeededRandom(seed: 9), SeededRandom(seed: 9))
    let word: UInt64 = words.next()
    #expect(bytes.next(3) == (0..<3).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) })
  }

  @Test func `the system's bytes never repeat, whatever the amount requested`() {
    var random = SystemRandom()
    var seen: Set<[UInt8]> = []
    for count in [16, 17, 1000, 1023, 1024, 1025, 4096, 5000, 100_000] {
      for _ in 0..<10 {
        let bytes = random.next(count)
        #expect(bytes.count == count)
        #expect(seen.insert(Array(bytes.prefix(16))).inserted)
        #expect(seen.insert(Array(bytes.suffix(16))).inserted || count == 16)
      }
    }
    #expect(random.next(0) == [])
  }

  @Test func `a copy of the system's source does not repeat the original`() {
    var original = SystemRandom()
    _ = original.next(16)
    var copy = original
    #expect(original.next(16) != copy.next(16))
    #expect(original.nextWords() != copy.nextWords())
  }

  @Test func `every bit of the system's words varies`() {
    var random = SystemRandom()
    var (ones, zeros) = (UInt64.zero, UInt64.zero)
    for _ in 0..<200 {
      let (high, low) = random.nextWords()
      ones |= high & low
      zeros |= ~high & ~low
    }
    #expect(ones == .max)
    #expect(zeros == .max)
  }

  @Test func `threads that share the system's source get different bytes`() async {
    let random = SystemRandom()
    let words = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var shared = random
          return (0..<500).flatMap { _ in
            let (high, low) = shared.nextWords()
            return [high, low]
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(words).count == 4000)
  }
}
