#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Texts that are not plain to make, handed out again when they occur again: names, stations and
/// reasons repeat. Each new `String` of 16 bytes or more costs an allocation, and a shorter one that
/// is not ASCII has to be looked at byte by byte.
///
/// Which texts it holds decides how fast a text is made, never which.
@safe
@usableFromInline
struct TextCache {
  private struct Slot {
    var hash: UInt64 = 0
    var text = ""
  }

  private static let capacity = 2048
  private static let longest = 64

  private let slots: UnsafeMutablePointer<Slot>

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    unsafe slots.initialize(repeating: Slot(), count: Self.capacity)
  }

  func deallocate() {
    unsafe slots.deinitialize(count: Self.capacity)
    unsafe slots.deallocate()
  }

  /// The text that these bytes of a line spell; what is no UTF-8 is replaced.
  @usableFromInline
  func text(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    if count <= ShortText.longest { return unsafe shortText(start, count: count) }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    guard count <= Self.longest else { return unsafe String(decoding: bytes, as: UTF8.self) }
    let hash = unsafe WordHash.hash(UnsafeRawBufferPointer(bytes))
    let slot = unsafe slot(hash)
    if unsafe slot.pointee.hash == hash, unsafe Self.spells(slot.pointee.text, bytes) {
      return unsafe slot.pointee.text
    }
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    unsafe slot.pointee = Slot(hash: hash, text: text)
    return text
  }

  @inline(__always)
  private func shortText(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    let words = unsafe ShortText.words(start, count: count)
    if words.isASCII, let text = ShortText.string(ofASCII: words) { return text }
    let hash = WordHash.hash(words.low, words.high, seed: 0)
    let slot = unsafe slot(hash)
    if unsafe slot.pointee.hash == hash, unsafe ShortText.words(slot.pointee.text) == words {
      return unsafe slot.pointee.text
    }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    unsafe slot.pointee = Slot(hash: hash, text: text)
    return text
  }

  @inline(__always)
  private func slot(_ hash: UInt64) -> UnsafeMutablePointer<Slot> {
    unsafe slots + Int(truncatingIfNeeded: hash >> 48) & (Self.capacity - 1)
  }

  @inline(__always)
  private static func spells(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let span = text.utf8Span.span
    return unsafe span.withUnsafeBytes { stored in
      unsafe stored.count == bytes.count
        && memcmp(stored.baseAddress!, bytes.baseAddress!, bytes.count) == 0
    }
  }
}
