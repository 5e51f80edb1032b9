import TestSupport
import Testing

@testable import EventStore

@Suite struct PositionRangesTests {
  private func ranges(_ positions: Int...) -> PositionRanges {
    var ranges = PositionRanges()
    for position in positions { ranges.append(Position(position)) }
    return ranges
  }

  @Test func `adjacent ranges are merged, and duplicates ignored`() throws {
    let some = ranges(1, 2, 3, 3, 7, 9, 10)
    #expect(some.ranges.count == 3 && some.count == 6)
    #expect((1...11).filter { some.contains(Position($0)) } == [1, 2, 3, 7, 9, 10])
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(some, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "[[1,3],[7,7],[9,10]]")
    var decoder = PayloadDecoder()
    #expect(try decoder.decode(PositionRanges.self, from: bytes) == some)
  }

  @Test(arguments: [
    "[[0,1]]", "[[3,2]]", "[[1,4],[4,5]]", "[[5,6],[1,2]]", "[[1]]", "[1]",
    "[[1,9223372036854775807]]",
  ])
  func `only ascending lists of pairs are accepted`(text: String) {
    var decoder = PayloadDecoder()
    #expect(throws: PayloadDecodingError.self) {
      try decoder.decode(PositionRanges.self, from: json(text))
    }
  }

  @Test func `the difference of two sets is computed`() {
    let some = ranges(1, 2, 5, 6, 7)
    #expect(some.firstMissing(of: ranges()) == nil)
    #expect(some.firstMissing(of: ranges(2, 5, 7)) == nil)
    #expect(some.firstMissing(of: ranges(1, 2, 3)) == Position(3))
    #expect(some.firstMissing(of: ranges(7, 8)) == Position(8))
    #expect(ranges().firstMissing(of: ranges(4)) == Position(4))
    #expect(some.overlaps(Position(3)...Position(5)) && !some.overlaps(Position(3)...Position(4)))
    #expect(!some.overlaps(Position(8)...Position(.max)) && !ranges().contains(Position(1)))
  }
}
