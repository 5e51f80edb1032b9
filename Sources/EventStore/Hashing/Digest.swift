/// The 32 bytes of a SHA-256 or HMAC-SHA-256. Needs no heap allocation.
///
/// `==` may stop at the first difference. If a digest proves knowledge of a secret, compare
/// the bytes with `constantTimeEquals`.
public struct Digest: Hashable, Sendable {
  /// The number of bytes in a digest.
  package static let byteCount = 32

  // The words hold the digest's bytes in their order in memory, so that lending them is free.
  private let word0, word1, word2, word3: UInt64

  /// The eight words of a finished SHA-256 state, most significant byte first.
  init(state: SIMD8<UInt32>) {
    func word(_ high: Int, _ low: Int) -> UInt64 {
      (UInt64(state[high]) << 32 | UInt64(state[low])).bigEndian
    }
    word0 = word(0, 1)
    word1 = word(2, 3)
    word2 = word(4, 5)
    word3 = word(6, 7)
  }

  /// The eight words of the finished state.
  var state: SIMD8<UInt32> {
    func high(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word.bigEndian >> 32) }
    func low(_ word: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: word.bigEndian) }
    return SIMD8(
      high(word0), low(word0), high(word1), low(word1),
      high(word2), low(word2), high(word3), low(word3))
  }

  /// A digest from its bytes; nil unless there are exactly 32.
  package init?(bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    word0 = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
    word1 = unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    word2 = unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    word3 = unsafe bytes.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
  }

  /// A digest from its bytes; nil unless there are exactly 32.
  package init?(bytes: [UInt8]) {
    let digest = unsafe bytes.withUnsafeBytes { unsafe Digest(bytes: $0) }
    guard let digest else { return nil }
    self = digest
  }

  /// A digest from its text; nil unless there are exactly 64 hexadecimal digits.
  public init?(hex: String) {
    guard hex.utf8.count == 2 * Self.byteCount else { return nil }
    guard let bytes = Hexadecimal.decode(hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// The 32 bytes, in a new array.
  package var bytes: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  /// The 64 hexadecimal digits, in lower case.
  public var hex: String {
    var digits: [UInt8] = []
    digits.append(hexadecimal: self)
    return String(decoding: digits, as: UTF8.self)
  }

  /// Whether these bytes are the digest's 64 hexadecimal digits, in lower case. Allocates nothing.
  func isSpelled(by digits: UnsafeRawBufferPointer) -> Bool {
    guard digits.count == 2 * Self.byteCount else { return false }
    let state = state
    return state.indices.allSatisfy { index in
      let word = unsafe digits.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
      return word.littleEndian == Hexadecimal.digits(of: state[index])
    }
  }

  /// Lends the 32 bytes to `body`, which must not store them. Copies nothing to the heap.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe Swift.withUnsafeBytes(of: self, body)
  }
}

extension Digest: CustomStringConvertible {
  public var description: String { hex }
}
