extension IndexRun.Stretch {
  static let size = 32

  init(encoded page: [UInt8], at offset: Int) {
    segment = Position(Int(truncatingIfNeeded: page.word(at: offset)))
    first = Position(Int(truncatingIfNeeded: page.word(at: offset + 8)))
    start = Int(truncatingIfNeeded: page.word(at: offset + 16))
    end = Int(truncatingIfNeeded: page.word(at: offset + 24))
  }
}

extension IndexRun.Header {
  /// "rindex" and the version of the format.
  private static let magic: UInt64 = 0x7265_646e_6978_0001

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(word: Self.magic)
    bytes.append(word: UInt64(bitPattern: lastTime.rawValue))
    bytes.append(word: UInt64(lastLine))
    for number in [
      first.rawValue, last.rawValue, stretches, keys, offsetsPage, keysPage, listsPage,
    ] {
      bytes.append(word: UInt64(number))
    }
    return bytes
  }

  init?(encoded page: [UInt8]) {
    guard page.word(at: 0) == Self.magic else { return nil }
    func number(_ index: Int) -> Int { Int(truncatingIfNeeded: page.word(at: index * 8)) }
    lastTime = Timestamp(rawValue: Int64(bitPattern: page.word(at: 8)))
    lastLine = UInt32(truncatingIfNeeded: page.word(at: 16))
    first = Position(number(3))
    last = Position(number(4))
    stretches = number(5)
    keys = number(6)
    offsetsPage = number(7)
    keysPage = number(8)
    listsPage = number(9)
    guard first > .start, first <= last, stretches > 0, keys > 0 else { return nil }
  }
}
