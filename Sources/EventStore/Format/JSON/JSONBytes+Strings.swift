extension JSONBytes {
  /// Checks the string whose opening quotation mark is at `start`. O(length).
  ///
  /// - Returns: the index of its closing quotation mark, and whether anything is escaped.
  /// - Throws: for anything that RFC 8259 §7 forbids, for invalid UTF-8 and for lone surrogates.
  @inline(__always)
  func checkString(openedAt start: Int) throws(JSONSyntaxError) -> (end: Int, escaped: Bool) {
    var index = start + 1
    var escaped = false
    while true {
      index = plainEnd(from: index)
      let byte = self[index]
      if byte == UInt8(ascii: "\"") { return (index, escaped) }
      if byte >= 0x80 {
        repeat { index = try scalarEnd(from: index) } while self[index] >= 0x80
      } else if byte == UInt8(ascii: "\\") {
        escaped = true
        index = try escapeEnd(from: index)
      } else {
        throw JSONSyntaxError(index < count ? .controlCharacter(byte) : .unexpectedEnd, at: index)
      }
    }
  }

  /// The index after one UTF-8 sequence of two to four bytes: Unicode Standard, table 3-7.
  @inline(__always)
  private func scalarEnd(from start: Int) throws(JSONSyntaxError) -> Int {
    let first = self[start]
    let second = self[start + 1]
    switch first {
    case 0xC2...0xDF:
      if isContinuation(second) { return start + 2 }
    case 0xE0...0xEF:
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      if second >= low, second <= high, isContinuation(self[start + 2]) { return start + 3 }
    case 0xF0...0xF4:
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      if second >= low, second <= high, isContinuation(self[start + 2]),
        isContinuation(self[start + 3])
      {
        return start + 4
      }
    default: break
    }
    throw JSONSyntaxError(.invalidUTF8, at: start)
  }

  @inline(__always)
  private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  private func escapeEnd(from start: Int) throws(JSONSyntaxError) -> Int {
    switch escape(at: start) {
    case .scalar(_, let end): return end
    case .loneSurrogate: throw JSONSyntaxError(.loneSurrogate, at: start)
    case .invalid:
      throw JSONSyntaxError(start + 1 < count ? .invalidEscape : .unexpectedEnd, at: start)
    }
  }
}

// MARK: - Escapes

extension JSONBytes {
  enum Escape {
    case scalar(UInt32, end: Int)
    case loneSurrogate
    case invalid
  }

  /// The meaning of the escape whose backslash is at `start`: RFC 8259 §7.
  func escape(at start: Int) -> Escape {
    let end = start + 2
    switch self[start + 1] {
    case UInt8(ascii: "\""): return .scalar(0x22, end: end)
    case UInt8(ascii: "\\"): return .scalar(0x5C, end: end)
    case UInt8(ascii: "/"): return .scalar(0x2F, end: end)
    case UInt8(ascii: "b"): return .scalar(0x08, end: end)
    case UInt8(ascii: "f"): return .scalar(0x0C, end: end)
    case UInt8(ascii: "n"): return .scalar(0x0A, end: end)
    case UInt8(ascii: "r"): return .scalar(0x0D, end: end)
    case UInt8(ascii: "t"): return .scalar(0x09, end: end)
    case UInt8(ascii: "u"): break
    default: return .invalid
    }
    guard let unit = hexadecimal(at: end) else { return .invalid }
    if unit & 0xF800 != 0xD800 { return .scalar(unit, end: end + 4) }
    guard unit < 0xDC00, self[end + 4] == UInt8(ascii: "\\"), self[end + 5] == UInt8(ascii: "u"),
      let low = hexadecimal(at: end + 6), low & 0xFC00 == 0xDC00
    else { return .loneSurrogate }
    return .scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), end: end + 10)
  }

  private func hexadecimal(at start: Int) -> UInt32? {
    var value: UInt32 = 0
    for index in start..<start + 4 {
      guard let digit = Hexadecimal.value(of: self[index]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The text of a string's content with its escapes resolved; nil if an escape is invalid.
  /// O(length).
  func unescaped(_ range: Range<Int>) -> String? {
    var valid = true
    let text = unsafe String(unsafeUninitializedCapacity: range.count) { buffer in
      let length = unsafe unescape(range, into: buffer)
      valid = length != nil
      return length ?? 0
    }
    return valid ? text : nil
  }

  /// The UTF-8 bytes of a string's content with its escapes resolved; empty if one is invalid.
  func unescapedBytes(_ range: Range<Int>) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      count = unsafe unescape(range, into: buffer) ?? 0
    }
  }

  /// Writes a string's content with its escapes resolved. A buffer of the range's length is enough,
  /// since an escape is never shorter than the UTF-8 of its character.
  ///
  /// - Returns: the number of bytes; nil if an escape is invalid.
  private func unescape(_ range: Range<Int>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int?
  {
    var length = 0
    var index = range.lowerBound
    while index < range.upperBound {
      guard self[index] == UInt8(ascii: "\\") else {
        unsafe buffer[length] = self[index]
        length += 1
        index += 1
        continue
      }
      guard case .scalar(let value, let end) = escape(at: index), end <= range.upperBound,
        let scalar = Unicode.Scalar(value), let encoded = Unicode.UTF8.encode(scalar)
      else { return nil }
      for byte in encoded {
        unsafe buffer[length] = byte
        length += 1
      }
      index = end
    }
    return length
  }
}
