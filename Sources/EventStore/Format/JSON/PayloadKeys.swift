/// The bytes `"key":` of one coding key as words, for a fast comparison with memory. At most three
/// words are used.
struct KeyPattern {
  private static let capacity = 24

  private var words: SIMD4<UInt64>
  private var masks: SIMD4<UInt64>
  /// The number of bytes in the pattern; 0 if it is not known yet, or if the key is too long or
  /// needs escapes.
  private(set) var length: Int
  /// Whether the pattern was made from a key.
  private(set) var isKnown: Bool

  /// A pattern that matches nothing.
  static let unknown = KeyPattern()

  private init() {
    words = SIMD4(1, 0, 0, 0)
    masks = .zero
    length = 0
    isKnown = false
  }

  init(_ key: String) {
    self = .unknown
    isKnown = true
    guard key.utf8.count + 3 <= Self.capacity else { return }
    var bytes = [UInt8(ascii: "\"")]
    for byte in key.utf8 {
      if JSONWriter.needsEscape(byte) { return }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
    length = bytes.count
    words = .zero
    for word in 0...(length - 1) / 8 {
      var (value, mask): (UInt64, UInt64) = (0, 0)
      for index in (word * 8..<min(word * 8 + 8, length)).reversed() {
        value = value << 8 | UInt64(bytes[index])
        mask = mask << 8 | 0xFF
      }
      words[word] = value
      masks[word] = mask
    }
  }

  /// Whether the bytes at `place` begin with the pattern. Reads 24 bytes.
  @inline(__always)
  func matches(_ place: UnsafePointer<UInt8>) -> Bool {
    let memory = unsafe UnsafeRawPointer(place)
    let first = unsafe UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self))
    let second = unsafe UInt64(
      littleEndian: memory.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    let third = unsafe UInt64(
      littleEndian: memory.loadUnaligned(fromByteOffset: 16, as: UInt64.self))
    return ((first & masks[0]) ^ words[0]) | ((second & masks[1]) ^ words[1])
      | ((third & masks[2]) ^ words[2]) == 0
  }

  /// Appends the bytes of the pattern.
  @inline(__always)
  func append(to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: words) { words in
      unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: words[..<length]))
    }
  }
}

/// The patterns of one type of coding keys, created on first use.
///
/// Only for types of keys of at most one byte, like the `CodingKeys` that the compiler generates.
/// As such a type contains no reference, its byte identifies the key.
@safe
struct KeyPatterns {
  static let capacity = 64

  private let patterns: UnsafeMutablePointer<KeyPattern>

  init() {
    unsafe patterns = .allocate(capacity: Self.capacity)
    unsafe patterns.initialize(repeating: .unknown, count: Self.capacity)
  }

  func deallocate() { unsafe patterns.deallocate() }

  /// The index of the key's pattern; nil if it has none.
  @inline(__always)
  static func tag<Key: CodingKey>(of key: Key) -> Int? {
    switch MemoryLayout<Key>.size {
    case 0: return 0
    case 1:
      let tag = unsafe Int(unsafeBitCast(key, to: UInt8.self))
      return tag < capacity ? tag : nil
    default: return nil
    }
  }

  @inline(__always)
  subscript(tag: Int) -> KeyPattern {
    get { unsafe patterns[tag] }
    nonmutating set { unsafe patterns[tag] = newValue }
  }
}

/// Keyed containers by their type of coding keys, created once and reused.
///
/// Creating a container costs an allocation and several look-ups of generic metadata. Those of this
/// package have no state of their own, so all values with the same type of keys can share one.
@safe
struct KeyedContainerCache {
  private let table = unsafe TypeTable<UnsafeMutableRawPointer>(capacity: 512)
  private let releases: UnsafeMutablePointer<[() -> Void]>

  init() {
    unsafe releases = .allocate(capacity: 1)
    unsafe releases.initialize(to: [])
  }

  /// The address of the container for `keyType`; nil if there is none yet. Returning the container
  /// itself would cost a look-up of metadata each time, since its type depends on a key type that
  /// is not known here at compile time.
  @inline(__always)
  func container(for keyType: Any.Type) -> UnsafeRawPointer? {
    unsafe table[keyType].map { UnsafeRawPointer($0) }
  }

  /// Caches a new container if there is room. Its patterns live as long as the cache in any case.
  @inline(never)
  func insert<Key: CodingKey, Container>(
    _ container: Container, for keyType: Key.Type, patterns: KeyPatterns?
  ) {
    if let patterns { unsafe releases.pointee.append { patterns.deallocate() } }
    let memory = UnsafeMutablePointer<Container>.allocate(capacity: 1)
    unsafe memory.initialize(to: container)
    func release() {
      unsafe memory.deinitialize(count: 1)
      unsafe memory.deallocate()
    }
    guard unsafe table.insert(UnsafeMutableRawPointer(memory), for: keyType) else {
      return release()
    }
    unsafe releases.pointee.append(release)
  }

  func deallocate() {
    for release in unsafe releases.pointee { release() }
    unsafe releases.deinitialize(count: 1)
    unsafe releases.deallocate()
    unsafe table.deallocate()
  }
}
