extension PayloadCursor {
  /// The result of looking for a member in the current object.
  @safe
  enum MemberScan {
    case end(Place)
    case member(Member)
    case malformed(Place)
  }

  @safe
  struct Member {
    var key: UnsafeBufferPointer<UInt8>
    var keyIsEscaped: Bool
    var value: Place
  }

  /// The next member after `start`, which is the end of the previous member or of the opening
  /// brace. White space may be anywhere.
  func member(at start: Place) -> MemberScan {
    var place = unsafe skipWhitespace(start)
    if unsafe place.pointee == UInt8(ascii: "}") { return unsafe .end(place) }
    if unsafe start != frame.value + 1 {
      guard unsafe place.pointee == UInt8(ascii: ",") else { return unsafe .malformed(place) }
      unsafe place = skipWhitespace(place + 1)
    }
    guard unsafe place.pointee == UInt8(ascii: "\"") else { return unsafe .malformed(place) }
    var afterKey = unsafe JSONScan.stringEnd(place + 1) + 1
    let isPlain = unsafe afterKey[-1] == UInt8(ascii: "\"")
    if !isPlain {
      guard let end = unsafe JSONScan.skipString(place) else { return unsafe .malformed(place) }
      unsafe afterKey = end
    }
    let colon = unsafe skipWhitespace(afterKey)
    guard unsafe colon.pointee == UInt8(ascii: ":") else { return unsafe .malformed(colon) }
    return unsafe .member(
      Member(
        key: UnsafeBufferPointer(start: place + 1, count: afterKey - place - 2),
        keyIsEscaped: !isPlain,
        value: skipWhitespace(colon + 1)))
  }

  /// Finds the value of a key that is not at the expected place. The members may be in any order,
  /// with white space and with escapes in their keys. The first of duplicate keys counts.
  ///
  /// - Parameter tag: the tag of the key, if it has one.
  /// - Returns: the place of the value; nil if there is none, or if the bytes are malformed, which
  ///   sets ``fault``.
  @inline(never)
  func search(for name: String, tag: Int?) -> Place? {
    var name = name
    return name.withUTF8 { unsafe search(for: $0, tag: tag) }
  }

  private func search(for name: UnsafeBufferPointer<UInt8>, tag: Int?) -> Place? {
    let next = unsafe frame.next
    if !frame.hasSkipped, case .member(let member) = unsafe member(at: next),
      unsafe isNamed(member, name)
    {
      return unsafe member.value
    }
    // If nothing was skipped, the members before `next` have been read under keys other than this
    // one.
    let isUnread = tag.map { frame.tagsRead & 1 << UInt64($0) == 0 } ?? false
    var place = unsafe isUnread && !frame.hasSkipped ? next : frame.value + 1
    while true {
      switch unsafe member(at: place) {
      case .end: return nil
      case .malformed(let place):
        fault = unsafe error(.malformed, at: place)
        return nil
      case .member(let member):
        if unsafe isNamed(member, name) {
          frame.hasSkipped = true
          return unsafe member.value
        }
        guard let after = unsafe JSONScan.skipValue(member.value, end: end) else {
          fault = unsafe error(.malformed, at: member.value)
          return nil
        }
        unsafe place = after
      }
    }
  }

  private func isNamed(_ member: Member, _ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard member.keyIsEscaped else {
      return unsafe name.count == member.key.count && name.elementsEqual(member.key)
    }
    return unsafe key(of: member)?.utf8.elementsEqual(name) ?? false
  }

  private func key(of member: Member) -> String? {
    let bytes = unsafe JSONBytes(UnsafeRawBufferPointer(member.key))
    return bytes.unescaped(0..<bytes.count)
  }

  /// All keys of the current object, in order. O(length).
  ///
  /// Dictionaries ask for all keys, and then for the value of each. A duplicate key sets ``fault``,
  /// since the value would depend on the order.
  func allKeys() -> [String] {
    var keys: [String] = []
    var known: Set<[UInt8]> = []
    var place = unsafe frame.value + 1
    while true {
      switch unsafe member(at: place) {
      case .end: return keys
      case .malformed(let place):
        fault = unsafe error(.malformed, at: place)
        return []
      case .member(let member):
        guard let key = key(of: member),
          let after = unsafe JSONScan.skipValue(member.value, end: end)
        else {
          fault = unsafe error(.malformed, at: place)
          return []
        }
        guard known.insert(Array(key.utf8)).inserted else {
          fault = unsafe error(.duplicate(key: key), at: place)
          return []
        }
        keys.append(key)
        unsafe place = after
      }
    }
  }
}

// MARK: - Errors

extension PayloadCursor {
  func error(_ reason: PayloadDecodingError.Reason, at place: Place) -> PayloadDecodingError {
    unsafe PayloadDecodingError(reason, at: offset(of: place))
  }

  /// The error for a value that is not of the kind that the type expects.
  func mismatch(_ expected: String, at place: Place) -> PayloadDecodingError {
    guard unsafe JSONScan.skipValue(place, end: end) != nil else {
      return unsafe error(.malformed, at: place)
    }
    let found: String
    switch unsafe place.pointee {
    case UInt8(ascii: "\""): found = "a string"
    case UInt8(ascii: "{"): found = "an object"
    case UInt8(ascii: "["): found = "an array"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): found = "a boolean"
    case UInt8(ascii: "n"): found = "null"
    default: found = "a number"
    }
    if found == expected { return unsafe error(.malformed, at: place) }
    return unsafe error(.mismatch(expected: expected, found: found), at: place)
  }

  /// The decoding error for an error that a type's initializer has thrown.
  func translated(_ error: any Error, at place: Place) -> PayloadDecodingError {
    if let error = error as? PayloadDecodingError ?? fault { return error }
    let words =
      switch error as? DecodingError {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.debugDescription
      default: String(describing: error)
      }
    return unsafe self.error(.refused(words), at: place)
  }
}
