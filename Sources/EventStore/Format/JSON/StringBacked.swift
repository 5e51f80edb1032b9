/// A type that is a text and nothing else: its only stored property is its raw value, and it is
/// coded as that text.
///
/// A ``PayloadDecoder`` creates a value from the bytes without containers, since records contain
/// many such values, and a ``PayloadEncoder`` writes it likewise. Each checks the memory layout of
/// a type when it first encounters the type.
public protocol StringBacked: RawRepresentable<String>, Decodable {}

/// A cache of the types that a decoder has encountered: which of them are ``StringBacked`` and have
/// the memory layout of `String`.
struct StringBackedTypes {
  private let table = TypeTable<Bool>(capacity: 256)

  func deallocate() { table.deallocate() }

  @inline(__always)
  func contains<Value>(_ type: Value.Type) -> Bool {
    guard MemoryLayout<Value>.size == MemoryLayout<String>.size else { return false }
    return table[type] ?? learn(type)
  }

  @inline(never)
  private func learn<Value>(_ type: Value.Type) -> Bool {
    let isBareText = Self.examine(type)
    table.insert(isBareText, for: type)
    return isBareText
  }

  /// Whether the type is ``StringBacked`` and has the memory layout of `String`.
  @inline(never)
  static func examine<Value>(_ type: Value.Type) -> Bool {
    guard MemoryLayout<Value>.size == MemoryLayout<String>.size,
      let bare = type as? any StringBacked.Type
    else { return false }
    return hasLayoutOfString(bare)
  }

  /// Whether a value has the same memory layout as its text.
  private static func hasLayoutOfString<Value: StringBacked>(_ type: Value.Type) -> Bool {
    let text = "bare text"
    guard let value = type.init(rawValue: text) else { return false }
    return unsafe withUnsafeBytes(of: value) { value in
      unsafe withUnsafeBytes(of: text) { unsafe value.elementsEqual($0) }
    }
  }
}

/// A text as the key of a dictionary in a projection's state, or as the name of a member.
package struct TextKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }

  package init?(intValue: Int) { nil }
}
