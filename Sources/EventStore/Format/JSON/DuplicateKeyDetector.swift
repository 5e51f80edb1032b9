/// The keys of the open objects, to detect duplicates within an object.
///
/// Keys are the same if they stand for the same Unicode scalars, however they are escaped. The
/// first ``linearSearchLimit`` keys of an object are compared one by one; with more keys, all are in a
/// set.
struct DuplicateKeyDetector {
  private struct Entry {
    var range: Range<Int>
    var fingerprint: UInt64
    /// The key's bytes with its escapes resolved; nil for a key without escapes.
    var unescaped: [UInt8]?
  }

  private static let linearSearchLimit = 16

  private var entries: [Entry] = []
  private var sets: [(firstEntry: Int, keys: Set<[UInt8]>)] = []

  /// The number of entries. The value at the beginning of an object identifies it for
  /// ``enter(_:escaped:of:from:)`` and ``close(from:)``.
  var mark: Int { entries.count }

  /// Removes the keys of an object that began when ``mark`` was `first`.
  mutating func close(from first: Int) {
    entries.removeLast(entries.count - first)
    if let last = sets.last, last.firstEntry == first { sets.removeLast() }
  }

  /// Removes all keys.
  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    sets.removeAll()
  }

  /// Inserts a key of the object that began when ``mark`` was `first`; false if the object has it
  /// already. O(length of the key) amortised.
  mutating func enter(_ range: Range<Int>, escaped: Bool, of bytes: JSONBytes, from first: Int)
    -> Bool
  {
    let unescaped = escaped ? bytes.unescapedBytes(range) : nil
    let fingerprint =
      if let unescaped {
        unsafe unescaped.withUnsafeBytes { unsafe Self.fingerprint($0) }
      } else {
        unsafe Self.fingerprint(bytes[range])
      }
    let entry = Entry(range: range, fingerprint: fingerprint, unescaped: unescaped)
    guard entries.count - first < Self.linearSearchLimit else {
      return enterInSet(entry, bytes, first)
    }
    for index in first..<entries.count where entries[index].fingerprint == fingerprint {
      if Self.content(entries[index], bytes) == Self.content(entry, bytes) { return false }
    }
    entries.append(entry)
    return true
  }

  private mutating func enterInSet(_ entry: Entry, _ bytes: JSONBytes, _ first: Int) -> Bool {
    if sets.last?.firstEntry != first {
      sets.append((first, Set(entries[first...].map { Self.content($0, bytes) })))
    }
    return sets[sets.count - 1].keys.insert(Self.content(entry, bytes)).inserted
  }

  private static func content(_ entry: Entry, _ bytes: JSONBytes) -> [UInt8] {
    unsafe entry.unescaped ?? Array(bytes[entry.range])
  }

  /// A hash of the length and the first and last bytes, which differs for nearly all keys of one
  /// object.
  private static func fingerprint(_ key: UnsafeRawBufferPointer) -> UInt64 {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    if key.count >= 8 {
      unsafe head = key.loadUnaligned(as: UInt64.self)
      unsafe tail = key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self)
    } else {
      for index in key.indices { head = unsafe head << 8 | UInt64(key[index]) }
    }
    return head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(key.count) << 56
  }
}
