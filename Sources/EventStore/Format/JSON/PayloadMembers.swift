/// A member of a payload's JSON object.
@usableFromInline
package struct PayloadMember: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case text, number, boolean, list, object, instant, day
  }

  package let name: String
  package var kind: Kind
  package var isOptional: Bool
  /// Whether it is recorded in the erasable section.
  package var isPersonal = false
}

/// Finds the members of payloads by decoding made-up values, since Swift has no list of a type's
/// coding keys.
@usableFromInline
package enum PayloadMembers {
  /// The members in the order in which the type decodes them. If the type refuses every made-up
  /// value of a member, the list ends with that member.
  package static func of<Payload: Decodable>(_ type: Payload.Type) -> [PayloadMember] {
    let log = MemberLog()
    do { _ = try Payload(from: ProbeDecoder(log: log, note: KindNote(), text: "a-1")) } catch {
      return log.members
    }
    return log.members
  }

  @usableFromInline
  static func of<Payload: RecordedShape>(shape: Payload.Type) -> [PayloadMember] {
    if Payload.Personal.self == Never.self { return of(Payload.self) }
    return of(Payload.self)
      + of(Payload.Personal.self).map { member in
        var member = member
        member.isPersonal = true
        return member
      }
  }
}

private final class MemberLog {
  var members: [PayloadMember] = []
  private var optional: Set<String> = []

  func mayBeAbsent(_ name: String) { optional.insert(name) }

  func add(_ name: String, _ kind: PayloadMember.Kind) {
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append(PayloadMember(name: name, kind: kind, isOptional: optional.contains(name)))
  }
}

/// The kind of the first value that a type asks for.
private final class KindNote {
  private(set) var kind: PayloadMember.Kind?

  func see(_ kind: PayloadMember.Kind) { self.kind = self.kind ?? kind }
}

private enum Probe {
  /// Sample texts for types that are coded as texts. Most of these types accept at least one.
  static let texts = [
    "a-1", "1", "2026-05-08", "2026-05-08T12:00:00.000Z", "#112233", "http://a.b/c", "+79990000000",
    "a@b.cd", "😀", "0b6e2f6e-0f43-7c34-b603-081ffd80714a", "order:1",
    "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff",
  ]

  static func value<Value: Decodable>(
    _ type: Value.Type, _ note: KindNote
  ) throws -> Value {
    if type == Timestamp.self { note.see(.instant) }
    if type == CalendarDay.self { note.see(.day) }
    if let cases = type as? any CaseIterable.Type, let first = first(of: cases) as? Value {
      note.see(.text)
      return first
    }
    for text in texts.dropLast() {
      do { return try Value(from: ProbeDecoder(log: nil, note: note, text: text)) } catch {
        continue
      }
    }
    return try Value(from: ProbeDecoder(log: nil, note: note, text: texts[texts.count - 1]))
  }

  private static func first<Cases: CaseIterable>(of cases: Cases.Type) -> Any? {
    Cases.allCases.first
  }
}

private struct ProbeDecoder: Decoder {
  let log: MemberLog?
  let note: KindNote
  let text: String

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    note.see(.object)
    return KeyedDecodingContainer(ProbeKeyed(log: log))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    note.see(.list)
    return ProbeList()
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ProbeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) -> Bool {
    note.see(.boolean)
    return true
  }

  func decode(_ type: String.Type) -> String {
    note.see(.text)
    return text
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let number = number(type) { return number }
    return try Value(from: self)
  }

  private func number<Value>(_ type: Value.Type) -> Value? {
    let one: Any
    if let integer = type as? any FixedWidthInteger.Type {
      one = integer.init(1)
    } else if let float = type as? any BinaryFloatingPoint.Type {
      one = float.init(1)
    } else {
      return nil
    }
    note.see(.number)
    return one as? Value
  }
}

/// An object with every member.
private struct ProbeKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let log: MemberLog?

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool {
    log?.mayBeAbsent(key.stringValue)
    return true
  }

  func decodeNil(forKey key: Key) -> Bool {
    log?.mayBeAbsent(key.stringValue)
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let note = KindNote()
    defer { log?.add(key.stringValue, note.kind ?? .object) }
    if let value = primitive(type, note) { return value }
    return try Probe.value(type, note)
  }

  private func primitive<Value: Decodable>(_ type: Value.Type, _ note: KindNote) -> Value? {
    let decoder = ProbeDecoder(log: nil, note: note, text: Probe.texts[0])
    if type == String.self { return decoder.decode(String.self) as? Value }
    if type == Bool.self { return decoder.decode(Bool.self) as? Value }
    guard type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type else {
      return nil
    }
    do { return try decoder.decode(type) } catch { return nil }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    log?.add(key.stringValue, .object)
    return KeyedDecodingContainer(ProbeKeyed<Nested>(log: nil))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    log?.add(key.stringValue, .list)
    return ProbeList()
  }

  func superDecoder() -> any Decoder {
    ProbeDecoder(log: nil, note: KindNote(), text: Probe.texts[0])
  }

  func superDecoder(forKey key: Key) -> any Decoder { superDecoder() }
}

/// A list of one element.
private struct ProbeList: UnkeyedDecodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  var currentIndex = 0
  var isAtEnd: Bool { currentIndex >= 1 }

  func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    currentIndex += 1
    return try ProbeKeyed<TextKey>(log: nil).decode(type, forKey: TextKey(stringValue: "0"))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    currentIndex += 1
    return KeyedDecodingContainer(ProbeKeyed<Nested>(log: nil))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
    currentIndex += 1
    return ProbeList()
  }

  mutating func superDecoder() -> any Decoder {
    ProbeDecoder(log: nil, note: KindNote(), text: Probe.texts[0])
  }
}
