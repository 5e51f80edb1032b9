import Swift
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
