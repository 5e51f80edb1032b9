import EventStore

extension SystemRandom {
  func next64() -> UInt64 {
    var source = self
    return source.nextWords().0
  }

  /// A salt.
  func next16() -> [UInt8] {
    var source = self
    return source.next(16)
  }
}
