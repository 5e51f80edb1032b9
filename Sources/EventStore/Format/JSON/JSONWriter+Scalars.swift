extension JSONWriter {
  /// One string in quotation marks, as the writer escapes it. O(length).
  static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @inlinable
  mutating func appendQuoted(_ text: String) {
    let written: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe appendQuoted(utf8)
    }
    if written == nil {
      var native = text
      native.withUTF8 { utf8 in unsafe appendQuoted(utf8) }
    }
  }

  @inlinable
  mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>) {
    let plain = unsafe Self.plainCount(utf8)
    if plain == utf8.count {
      unsafe appendQuoted(plain: utf8)
    } else {
      bytes.append(UInt8(ascii: "\""))
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[..<plain]))
      unsafe appendEscaping(UnsafeBufferPointer(rebasing: utf8[plain...]))
      bytes.append(UInt8(ascii: "\""))
    }
  }

  /// Writes text that needs no escapes, in quotation marks.
  @inlinable @inline(__always)
  mutating func appendQuoted(plain utf8: UnsafeBufferPointer<UInt8>) {
    let count = utf8.count
    unsafe bytes.append(count + 2) { start in
      unsafe start[0] = UInt8(ascii: "\"")
      if let text = utf8.baseAddress { unsafe (start + 1).initialize(from: text, count: count) }
      unsafe start[count + 1] = UInt8(ascii: "\"")
    }
  }

  /// The number of bytes before the first one that needs an escape. Sixteen bytes are examined at a
  /// time; the last sixteen overlap those before them. Most ids have eight to fifteen bytes, which
  /// are examined as two overlapping blocks of eight.
  @inlinable
  static func plainCount(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let count = utf8.count
    guard count >= 8, let base = unsafe UnsafeRawPointer(utf8.baseAddress) else {
      return unsafe utf8.firstIndex(where: needsEscape) ?? count
    }
    guard count >= 16 else {
      let low = unsafe base.loadUnaligned(as: SIMD8<UInt8>.self)
      let high = unsafe base.loadUnaligned(fromByteOffset: count - 8, as: SIMD8<UInt8>.self)
      let block = SIMD16(lowHalf: low, highHalf: high)
      guard JSONScan.firstLane(of: JSONScan.stringStops(in: block)) != nil else { return count }
      return unsafe utf8.firstIndex(where: needsEscape) ?? count
    }
    var index = 0
    while index < count {
      let start = min(index, count - 16)
      if let lane = unsafe JSONScan.stringStop(base + start) { return start + lane }
      index += 16
    }
    return count
  }

  @inlinable
  static func needsEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  @usableFromInline
  mutating func appendEscaping(_ utf8: UnsafeBufferPointer<UInt8>) {
    for index in utf8.indices {
      let byte = unsafe utf8[index]
      if Self.needsEscape(byte) { appendEscape(of: byte) } else { bytes.append(byte) }
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x22, 0x5C: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: byte < 0x10 ? "u000".utf8 : "u001".utf8)
      let digit = byte & 15
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

// MARK: - Whole values

extension JSONWriter {
  /// Writes a value with its members in order and its numbers as spelled. O(size); recursion as
  /// deep as the value.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let number): self.number(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Writes a value in its canonical spelling: keys sorted by their UTF-8 bytes, numbers as
  /// ``JSONNumber/canonical``. O(n log n); recursion as deep as the value.
  package mutating func canonical(_ value: JSONValue) {
    switch value {
    case .number(let number): raw(number.canonical.utf8)
    case .array(let elements):
      beginArray()
      for element in elements { canonical(element) }
      endArray()
    case .object(let object):
      let members = object.members
      let sorted = members.indices.sorted { members[$0].key.precedesByBytes(members[$1].key) }
      beginObject()
      for index in sorted {
        key(members[index].key)
        canonical(members[index].value)
      }
      endObject()
    case .null, .bool, .string: self.value(value)
    }
  }
}
