import PlatformLibc

/// A cache of the texts that repeat in a journal, such as ids and names. A text of up to 15 bytes
/// is compared as two words; a new one of 16 bytes or more costs an allocation.
///
/// Its contents affect speed, never results.
@safe
@usableFromInline
struct TextCache {
  private struct Slot {
    var hash: UInt64 = 0
    var text = ""
  }

  private struct ShortSlot {
    var bytes = ShortText.empty
    var text = ""
  }

  private static let capacity = 2048
  /// The number of bytes of the longest text that is cached.
  private static let longest = 64

  private let slots: UnsafeMutablePointer<Slot>
  private let shortSlots: UnsafeMutablePointer<ShortSlot>

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    unsafe slots.initialize(repeating: Slot(), count: Self.capacity)
    unsafe shortSlots = .allocate(capacity: Self.capacity)
    unsafe shortSlots.initialize(repeating: ShortSlot(), count: Self.capacity)
  }

  func deallocate() {
    unsafe slots.deinitialize(count: Self.capacity)
    unsafe slots.deallocate()
    unsafe shortSlots.deinitialize(count: Self.capacity)
    unsafe shortSlots.deallocate()
  }

  /// The text of `count` bytes, with invalid UTF-8 replaced. At least 16 bytes are readable at
  /// `start`.
  @usableFromInline
  func text(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    if count <= ShortText.longest { return unsafe shortText(start, count: count) }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
    guard count <= Self.longest else { return unsafe String(decoding: bytes, as: UTF8.self) }
    let hash = unsafe WordHash.hash(UnsafeRawBufferPointer(bytes))
    let slot = unsafe slots + Self.index(hash)
    if unsafe slot.pointee.hash == hash, unsafe Self.spells(slot.pointee.text, bytes) {
      return unsafe slot.pointee.text
    }
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    unsafe slot.pointee = Slot(hash: hash, text: text)
    return text
  }

  @inline(__always)
  private func shortText(_ start: UnsafePointer<UInt8>, count: Int) -> String {
    let bytes = unsafe ShortText(start, count: count)
    if let text = bytes.asciiString { return text }
    let slot = unsafe shortSlots + Self.index(WordHash.hash(bytes, seed: 0))
    if unsafe slot.pointee.bytes == bytes { return unsafe slot.pointee.text }
    let text = unsafe String(
      decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    unsafe slot.pointee = ShortSlot(bytes: bytes, text: text)
    return text
  }

  @inline(__always)
  private static func index(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 48) & (capacity - 1)
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
