import CChecksum
import Testing

@testable import EventStore

@Suite struct CRC32CTests {
  /// RFC 3720 §B.4, and the check value of the catalogue of parametrised CRC algorithms.
  static let published: [(bytes: [UInt8], checksum: UInt32)] = [
    ([], 0),
    ([UInt8](repeating: 0, count: 32), 0x8a91_36aa),
    ([UInt8](repeating: 0xff, count: 32), 0x62a8_ab43),
    ([UInt8](0..<32), 0x46dd_794e),
    ([UInt8](0..<32).reversed(), 0x113f_db5c),
    (iscsiReadCommand, 0xd996_3a56),
    ([UInt8]("123456789".utf8), 0xe306_9283),
  ]

  static let iscsiReadCommand: [UInt8] = [
    0x01, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x14, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x18,
    0x28, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  ]

  @Test(arguments: published)
  func `published checksums are reproduced`(bytes: [UInt8], checksum: UInt32) {
    #expect(CRC32C.checksum(bytes) == checksum)
    #expect(unsafe bytes.withUnsafeBytes { unsafe CRC32C.portable($0) } == checksum)
  }

  @Test(.enabled(if: checksum_has_crc32c()))
  func `the instructions and the tables agree for every length and alignment`() {
    var random = SeededRandom(seed: 1)
    let bytes = random.next(1000)
    unsafe bytes.withUnsafeBytes { whole in
      for alignment in 0..<8 {
        for count in 0...800 {
          let part = unsafe UnsafeRawBufferPointer(rebasing: whole[alignment..<alignment + count])
          let seed = UInt32(count * alignment)
          let fast = unsafe checksum_crc32c(seed, part.baseAddress, part.count)
          let portable = unsafe CRC32C.portable(part, continuing: seed)
          #expect(fast == portable, "\(count) bytes from \(alignment)")
        }
      }
    }
  }

  @Test func `a checksum continues across any division of the bytes`() {
    var random = SeededRandom(seed: 2)
    let bytes = random.next(100)
    for cut in 0...bytes.count {
      let (first, second) = (Array(bytes[..<cut]), Array(bytes[cut...]))
      let begun = CRC32C.checksum(first)
      #expect(CRC32C.checksum(second, continuing: begun) == CRC32C.checksum(bytes))
      let portable = unsafe second.withUnsafeBytes { unsafe CRC32C.portable($0, continuing: begun) }
      #expect(portable == CRC32C.checksum(bytes))
    }
  }

  @Test func `any single changed bit changes the checksum`() {
    var random = SeededRandom(seed: 3)
    let bytes = random.next(64)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(CRC32C.checksum(damaged) != CRC32C.checksum(bytes))
    }
  }
}
