/// Any JSON value: RFC 8259 §3.
///
/// Equality compares strings and keys by Unicode scalars (not by canonical equivalence, as `String`
/// does), numbers by spelling, and members in their order.
public enum JSONValue: Sendable {
  /// The literal `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number in its own spelling.
  case number(JSONNumber)
  /// A text without escapes.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Members in order, each key once.
  case object(JSONObject)
}

extension JSONValue {
  /// Parses one JSON text in UTF-8, with the limits of a command: at most 64
  /// containers in each other and 8 MiB. O(length).
  ///
  /// Numbers keep their spelling, and members their order.
  ///
  /// - Throws: the first error and its offset. Stricter than RFC 8259: lone surrogates, a byte order
  ///   mark and a key that occurs twice in one object are errors, too.
  public init(json text: some Sequence<UInt8>) throws(JSONSyntaxError) {
    self = try JSONParser.parse(
      Array(text), limits: JSONLimits(depth: Limits.nesting, bytes: Limits.commandBytes))
  }
}

extension JSONValue: Hashable {
  /// O(size).
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// O(size).
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(text)
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

/// The members of a JSON object in the order they were written: RFC 8259 §4.
///
/// No key occurs twice. Keys are compared by Unicode scalars.
public struct JSONObject: Sendable {
  /// One key and its value.
  public struct Member: Sendable {
    /// The key with its escapes resolved.
    public var key: String
    /// The value of the key.
    public var value: JSONValue

    /// A member that belongs to no object yet.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }
  }

  /// The members in the order they were written.
  public private(set) var members: [Member]

  /// An empty object.
  public init() { members = [] }

  /// An object with these members. O(n²) in the number of members.
  ///
  /// - Precondition: no key occurs twice.
  public init(_ members: [Member]) {
    self.init()
    for member in members {
      precondition(index(of: member.key) == nil, "duplicate key \(member.key)")
      self.members.append(member)
    }
  }

  /// An object of members whose keys are known to be distinct. O(1).
  package init(distinct members: [Member]) { self.members = members }

  /// The keys in the order they were written. O(n).
  public var keys: [String] { members.map(\.key) }

  /// The value of a key; nil if there is none. Setting a value replaces that of the member, or
  /// appends a new member; setting nil removes the member. O(n).
  public subscript(_ key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The index of the member with a key. Iterates by index, since a loop over members would retain
  /// their values.
  private func index(of key: String) -> Int? {
    members.indices.first { members[$0].key.hasSameBytes(as: key) }
  }
}

extension JSONObject: Hashable {}

extension JSONObject.Member: Hashable {
  /// O(size).
  public static func == (left: Self, right: Self) -> Bool {
    left.key.hasSameBytes(as: right.key) && left.value == right.value
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// - Precondition: no key occurs twice.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member(key: $0, value: $1) })
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: CustomStringConvertible {
  /// The value as minified JSON.
  public var description: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
