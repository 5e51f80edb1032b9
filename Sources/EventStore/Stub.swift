public struct CalendarDay: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }
  public init?(_ text: String) { return nil }
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
public struct TimeZoneTable: Hashable, Sendable, Codable {
  public static let moscow = TimeZoneTable()
  public static let utc = TimeZoneTable()
  public func day(of: Timestamp) -> CalendarDay { CalendarDay(rawValue: 0) }
  public func instant(of day: CalendarDay, hour: Int, minute: Int) -> Timestamp { Timestamp(rawValue: 0) }
}
extension Timestamp: Codable { public init?(rfc3339: String) { return nil } ; public var rfc3339: String { "" }
  public func advanced(byMilliseconds: Int64) -> Timestamp { self } }
public struct JSONNumber: Hashable, Sendable { public let text: String; public init(_ t: String) { text = t }; public var exactInteger: Int64? { Int64(text) } }
public struct JSONObject: Hashable, Sendable, Sequence, ExpressibleByDictionaryLiteral {
  public var members: [(key: String, value: JSONValue)]
  public init(_ members: [(key: String, value: JSONValue)] = []) { self.members = members }
  public init(dictionaryLiteral elements: (String, JSONValue)...) { members = elements.map { ($0.0, $0.1) } }
  public subscript(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
  public func makeIterator() -> IndexingIterator<[(key: String, value: JSONValue)]> { members.makeIterator() }
  public static func == (a: Self, b: Self) -> Bool { a.members.elementsEqual(b.members) { $0.key == $1.key && $0.value == $1.value } }
  public func hash(into h: inout Hasher) {}
}
public enum JSONValue: Hashable, Sendable { case null, bool(Bool), number(JSONNumber), string(String), array([JSONValue]), object(JSONObject) }
