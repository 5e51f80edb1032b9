import CChecksum
import Testing

@testable import EventStore

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4 published by NIST.
  static let published = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test(arguments: published)
  func `published digests are reproduced`(message: String, digest: String) {
    #expect(SHA256.hash(utf8: message).hex == digest)
    #expect(SHA256.hash(Array(message.utf8)).hex == digest)
    #expect(hashPortably(Array(message.utf8)).hex == digest)
  }

  @Test func `a million letters a have the published digest`() {
    var hash = SHA256()
    let thousand = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    for _ in 0..<1000 { hash.update(thousand) }
    #expect(
      hash.finalize().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `the portable hash agrees for every length of message`() {
    var random = SeededRandom(seed: 1)
    let bytes = random.next(300)
    for count in 0...bytes.count {
      let part = Array(bytes[..<count])
      #expect(SHA256.hash(part) == hashPortably(part), "\(count) bytes")
    }
  }

  @Test(.enabled(if: checksum_has_sha256()))
  func `the instructions and the portable rounds agree at every alignment`() {
    var random = SeededRandom(seed: 2)
    let bytes = random.next(64 * 4 + 16)
    unsafe bytes.withUnsafeBytes { whole in
      let start = whole.baseAddress!
      for alignment in 0..<16 {
        for count in 0...4 {
          var (fast, portable) = (SHA256.initialState, SHA256.initialState)
          unsafe SHA256.compress(&fast, start + alignment, count: count)
          unsafe SHA256.compressPortable(&portable, start + alignment, count: count)
          #expect(fast == portable, "\(count) blocks from \(alignment)")
        }
      }
    }
  }

  @Test func `a message cut in two anywhere has the same digest`() {
    var random = SeededRandom(seed: 3)
    for count in [1, 55, 56, 63, 64, 65, 127, 128, 129, 200] {
      let bytes = random.next(count)
      for cut in 0...count {
        var hash = SHA256()
        hash.update(Array(bytes[..<cut]))
        hash.update(Array(bytes[cut...]))
        #expect(hash.finalize() == SHA256.hash(bytes), "\(count) bytes cut at \(cut)")
      }
    }
  }

  @Test(arguments: 1...130)
  func `a message in pieces of one size has the same digest`(size: Int) {
    var random = SeededRandom(seed: 4)
    let bytes = random.next(300)
    var hash = SHA256()
    for start in stride(from: 0, to: bytes.count, by: size) {
      hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    #expect(hash.finalize() == SHA256.hash(bytes))
  }

  @Test func `a copy continues independently`() {
    var hash = SHA256()
    hash.update(utf8: "ab")
    var copy = hash
    copy.update(utf8: "c")
    #expect(copy.finalize() == SHA256.hash(utf8: "abc"))
    #expect(hash.finalize() == SHA256.hash(utf8: "ab"))
    #expect(hash.finalize() == SHA256.hash(utf8: "ab"))
  }

  @Test func `text is hashed as its UTF-8`() {
    let text = "Заказ № 7 — доставлен"
    #expect(SHA256.hash(utf8: text) == SHA256.hash(Array(text.utf8)))
  }

  @Test func `a digest is hashed as its bytes`() {
    let digest = SHA256.hash(utf8: "abc")
    var hash = SHA256()
    hash.update(digest)
    #expect(hash.finalize() == SHA256.hash(digest.bytes))
  }

  /// The padding of FIPS 180-4 §5.1.1, implemented a second time for the portable rounds.
  private func hashPortably(_ message: [UInt8]) -> Digest {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = message.count * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    var state = SHA256.initialState
    unsafe padded.withUnsafeBytes { blocks in
      guard let start = blocks.baseAddress else { return }
      unsafe SHA256.compressPortable(&state, start, count: blocks.count / 64)
    }
    return Digest(state: state)
  }
}
