import EventStore
import Foundation
import TestSupport
import Testing

/// Records have checksums, but a checksum is no guarantee: for any bytes the decoder must return or
/// throw.
struct `Hostile payloads` {
  @Test func `damaged payloads are refused, or decoded as by Foundation`()
    throws
  {
    var random = SeededRandom(seed: 1)
    let texts = try sampleTexts()
    var decoder = PayloadDecoder()
    var accepted = 0
    for round in 0..<Effort.current.pick(usual: 4000, exhaustive: 20_000) {
      var bytes = texts[round % texts.count]
      for _ in 0...random.below(3) { damage(&bytes, &random) }
      switch round % 3 {
      case 0: accepted += compare(Order.self, bytes, &decoder)
      case 1: accepted += compare(Numbers.self, bytes, &decoder)
      default: accepted += compare(Shape.self, bytes, &decoder)
      }
      accepted += compare(Collections.self, bytes, &decoder)
      accepted += compare(Awkward.self, bytes, &decoder)
      accepted += compare(Empty.self, bytes, &decoder)
    }
    #expect(accepted > 0)
  }

  private func sampleTexts() throws -> [[UInt8]] {
    var texts: [[UInt8]] = []
    func add<Value: Encodable>(_ value: Value) throws {
      var bytes: [UInt8] = []
      try PayloadEncoder.encode(value, into: &bytes)
      texts.append(bytes)
      texts += try JSONParser.parse(bytes).disguises.map { Array($0.utf8) }
    }
    for sample in Order.samples { try add(sample) }
    for sample in Numbers.samples { try add(sample) }
    for sample in Shape.samples { try add(sample) }
    for sample in Collections.samples { try add(sample) }
    for sample in Awkward.samples { try add(sample) }
    return texts
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let significant = Array("\"\\{}[],:0-.eEtnu \n\u{0}".utf8) + [0x80, 0xC3, 0xFF]
    let byte =
      random.below(2) == 0
      ? UInt8(random.below(256))
      : significant[random.below(significant.count)]
    guard !bytes.isEmpty else { return bytes.append(byte) }
    let place = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes[place] = byte
    case 1: bytes.insert(byte, at: place)
    case 2: bytes.remove(at: place)
    case 3: bytes.removeSubrange(place...)
    case 4: bytes.swapAt(place, random.below(bytes.count))
    default:
      let end = min(bytes.count, place + random.below(20))
      bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
    }
  }

  /// Expects that valid JSON is decoded as by Foundation, except for numbers that Foundation rounds
  /// to integers.
  ///
  /// - Returns: 1 if the bytes were accepted.
  private func compare<Value: Decodable & Equatable>(
    _ type: Value.Type, _ bytes: [UInt8], _ decoder: inout PayloadDecoder
  ) -> Int {
    var own: Value?
    do throws(PayloadDecodingError) {
      own = try decoder.decode(type, from: bytes)
    } catch {
      if case .outOfRange = error.reason { return 0 }
    }
    if (try? JSONParser.parse(bytes)) != nil {
      let foundation = try? JSONDecoder().decode(type, from: Data(bytes))
      #expect(own == foundation, "\(String(decoding: bytes, as: UTF8.self))")
    }
    return own == nil ? 0 : 1
  }
}
