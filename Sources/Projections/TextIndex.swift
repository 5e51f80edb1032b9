/// Where the row of a text is: open addressing with linear probing.
///
/// Half the time and half the memory of a `Dictionary` by text, since the texts themselves
/// stay in the rows. Texts are told apart by their bytes, not by canonical equivalence. The hash
/// is seeded per process, since people choose ids and could choose ones that collide; it decides
/// where entries lie, never what is found.
struct TextIndex: Sendable {
  /// The hash in the upper half, the row's number plus one in the lower; zero where nothing is.
  /// A power of two of them.
  private var slots: ContiguousArray<UInt64> = []
  private var count = 0

  /// The slot of `text`; `id` tells the text of a row.
  func slot(of text: String, id: (Int) -> String) -> Int? {
    if count == 0 { return nil }
    let hash = Self.hash(text)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash, haveSameBytes(id(row(in: slot)), text) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  func row(in slot: Int) -> Int { Int(slots[slot] & 0xffff_ffff) - 1 }

  mutating func enter(_ text: String, row: Int) {
    if (count + 1) * 2 > slots.count { grow() }
    Self.put(Self.hash(text) << 32 | UInt64(UInt32(row + 1)), into: &slots)
    count += 1
  }

  /// Empties a slot and closes the gap, so that no probe ends too early.
  mutating func remove(_ slot: Int) {
    let mask = slots.count - 1
    var gap = slot
    var next = (gap + 1) & mask
    while slots[next] != 0 {
      let home = Int(slots[next] >> 32) & mask
      if (next &- home) & mask >= (next &- gap) & mask {
        slots[gap] = slots[next]
        gap = next
      }
      next = (next + 1) & mask
    }
    slots[gap] = 0
    count -= 1
  }

  /// The row of `text` has got another number.
  mutating func move(_ text: String, from old: Int, to new: Int) {
    let hash = Self.hash(text)
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if slots[slot] == hash << 32 | UInt64(old + 1) {
        slots[slot] = hash << 32 | UInt64(new + 1)
        return
      }
      slot = (slot + 1) & mask
    }
  }

  /// Twice the slots; the hashes are kept in them, so no text is read again.
  private mutating func grow() {
    var wider = ContiguousArray<UInt64>(repeating: 0, count: max(16, slots.count * 2))
    for entry in slots where entry != 0 { Self.put(entry, into: &wider) }
    slots = wider
  }

  private static func put(_ entry: UInt64, into slots: inout ContiguousArray<UInt64>) {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private static let seed = UInt64.random(in: 1 ... .max)

  /// 32 bits that depend on every byte, eight bytes a step (the mixing of wyhash).
  private static func hash(_ text: String) -> UInt64 {
    let bytes = text.utf8Span.span
    var hash = seed
    var index = 0
    while index &+ 8 <= bytes.count {
      hash = mix(hash ^ bytes.word(at: index), 0xa076_1d64_78bd_642f)
      index &+= 8
    }
    var rest = UInt64(truncatingIfNeeded: bytes.count)
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index &+= 1
    }
    return mix(hash ^ rest, 0xe703_7ed1_a0b4_28db) & 0xffff_ffff
  }

  private static func mix(_ word: UInt64, _ factor: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}

/// Stricter than `==`, which also holds for canonically equivalent texts: those hash differently,
/// so whether they were found would be chance.
private func haveSameBytes(_ left: String, _ right: String) -> Bool {
  let left = left.utf8Span.span
  let right = right.utf8Span.span
  if left.count != right.count { return false }
  var index = 0
  while index &+ 8 <= left.count {
    if left.word(at: index) != right.word(at: index) { return false }
    index &+= 8
  }
  while index < left.count {
    if left[index] != right[index] { return false }
    index &+= 1
  }
  return true
}

extension Span<UInt8> {
  /// Eight bytes as one number; compiles to one load.
  @inline(__always)
  fileprivate func word(at index: Int) -> UInt64 {
    let low =
      UInt64(self[index]) | UInt64(self[index &+ 1]) << 8
      | UInt64(self[index &+ 2]) << 16 | UInt64(self[index &+ 3]) << 24
    let high =
      UInt64(self[index &+ 4]) | UInt64(self[index &+ 5]) << 8
      | UInt64(self[index &+ 6]) << 16 | UInt64(self[index &+ 7]) << 24
    return low | high << 32
  }
}
