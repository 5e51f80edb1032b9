import EventStore

/// A field of an answer whose value differs between two moments.
public struct FieldChange: Hashable, Sendable {
  /// The path of the field, such as `items[id=7].price`.
  public let field: String
  /// The earlier value; nil if there was none.
  public let before: JSONValue?
  /// The later value; nil if there is none left.
  public let after: JSONValue?

  package init(_ field: String, before: JSONValue?, after: JSONValue?) {
    self.field = field
    self.before = before
    self.after = after
  }

  /// The differences between two answers, in the order of their members; nil stands for no answer.
  /// None if the answers are equal or differ only in the order of an object's members; at least one
  /// otherwise. O(size of both). A path names a list element by its place if `isHidden` returns true
  /// for its identity.
  package static func between(
    _ before: JSONValue?, _ after: JSONValue?, hiding isHidden: (String) -> Bool = { _ in false }
  ) -> [FieldChange] {
    withoutActuallyEscaping(isHidden) { isHidden in
      changes(before, after, AnswerComparison(isHidden: isHidden))
    }
  }

  private static func changes(
    _ before: JSONValue?, _ after: JSONValue?, _ comparison: AnswerComparison
  ) -> [FieldChange] {
    var comparison = comparison
    switch (before, after) {
    case (nil, .object(let object)?) where !object.members.isEmpty:
      comparison.compare(JSONObject(), object, at: "")
    case (.object(let object)?, nil) where !object.members.isEmpty:
      comparison.compare(object, JSONObject(), at: "")
    default: comparison.compare(before, after, at: "")
    }
    return comparison.changes
  }

  /// Whether the field is `path`, or lies below or above it.
  package func concerns(_ path: String) -> Bool {
    field.isPath(at: path) || path.isPath(at: field)
  }

  /// The change of the field at `path`, if this one is of a value in which that field changed;
  /// otherwise this change.
  package func narrowed(to path: String) -> FieldChange {
    guard let rest = path[...].rest(after: field), !rest.isEmpty else { return self }
    let change = FieldChange(path, before: before?.value(at: rest), after: after?.value(at: rest))
    return change.before == change.after ? self : change
  }

  /// Writes the members of the change as a JSON object.
  package func writeMembers(to json: inout JSONWriter) {
    json.string("field", field)
    if let before { json.value("before", before) }
    if let after { json.value("after", after) }
  }
}

extension String {
  /// Whether this path is `path` or lies below it. Every path lies below the empty one.
  package func isPath(at path: String) -> Bool {
    path.isEmpty || self[...].rest(after: path) != nil
  }
}

/// Compares two JSON values field by field.
private struct AnswerComparison {
  let isHidden: (String) -> Bool
  var changes: [FieldChange] = []

  init(isHidden: @escaping (String) -> Bool) { self.isHidden = isHidden }

  mutating func compare(_ before: JSONValue?, _ after: JSONValue?, at path: String) {
    if before == after { return }
    switch (before, after) {
    case (.object(let left), .object(let right)): compare(left, right, at: path)
    case (.array(let left), .array(let right)): compare(left, right, at: path)
    default: changes.append(FieldChange(path, before: before, after: after))
    }
  }

  mutating func compare(_ left: JSONObject, _ right: JSONObject, at path: String) {
    let prefix = path.isEmpty ? "" : path + "."
    let haveSameKeys = left.members.elementsEqual(right.members) {
      $0.key.hasSameBytes(as: $1.key)
    }
    for (index, member) in left.members.enumerated() {
      let later = haveSameKeys ? right.members[index].value : right[member.key]
      if member.value != later { compare(member.value, later, at: prefix + member.key) }
    }
    if haveSameKeys { return }
    for member in right.members where left[member.key] == nil {
      compare(nil, member.value, at: prefix + member.key)
    }
  }

  private mutating func compare(_ left: [JSONValue], _ right: [JSONValue], at path: String) {
    if left.allSatisfy(\.isPlain) && right.allSatisfy(\.isPlain) {
      return comparePlain(left, right, at: path)
    }
    guard let before = ListIdentities(left), let after = ListIdentities(right) else {
      return comparePlaces(left, right, at: path)
    }
    var haveSameMembers = left.count == right.count
    for (index, element) in left.enumerated() {
      let later = after.place(of: before.names[index], near: index).map { right[$0] }
      if later == nil { haveSameMembers = false }
      if element == later { continue }
      compare(element, later, at: path + before.part(index, hiding: isHidden))
    }
    if haveSameMembers && before.names == after.names { return }
    for (index, element) in right.enumerated()
    where before.place(of: after.names[index], near: index) == nil {
      compare(nil, element, at: path + after.part(index, hiding: isHidden))
    }
    if haveSameMembers {
      changes.append(
        FieldChange(
          path + "[]", before: .array(left.compactMap(\.firstMember)),
          after: .array(right.compactMap(\.firstMember))))
    }
  }

  /// A list of plain values is compared as a whole.
  private mutating func comparePlain(_ left: [JSONValue], _ right: [JSONValue], at path: String) {
    let counts = [left, right].map { list in
      list.reduce(into: [JSONValue: Int]()) { $0[$1, default: 0] += 1 }
    }
    let isReordered = counts[0] == counts[1]
    changes.append(
      FieldChange(isReordered ? path + "[]" : path, before: .array(left), after: .array(right)))
  }

  private mutating func comparePlaces(_ left: [JSONValue], _ right: [JSONValue], at path: String) {
    for index in 0..<max(left.count, right.count) {
      compare(
        index < left.count ? left[index] : nil, index < right.count ? right[index] : nil,
        at: "\(path)[\(index)]")
    }
  }
}

/// The identities of the objects in a list: the first member of each, a string or whole number that
/// no other object of the list has. It need not have the same name in all of them.
package struct ListIdentities {
  /// The identities as parts of a path, such as `[id=7]`.
  private(set) var names: [String] = []
  private var texts: [String] = []
  private var places: [String: Int] = [:]

  /// The part of a path that leads to an object: its identity, or its index if `isHidden` returns
  /// true for the identity.
  package func part(_ index: Int, hiding isHidden: (String) -> Bool) -> String {
    isHidden(texts[index]) ? "[\(index)]" : names[index]
  }

  /// The index of the object with this identity; nil if there is none.
  ///
  /// - Parameter index: the index at which it is likely to be.
  func place(of name: String, near index: Int) -> Int? {
    index < names.count && names[index] == name ? index : places[name]
  }

  /// Returns nil if the objects have no identities.
  package init?(_ list: [JSONValue]) {
    names.reserveCapacity(list.count)
    texts.reserveCapacity(list.count)
    places.reserveCapacity(list.count)
    for (index, element) in list.enumerated() {
      guard case .object(let object) = element, let first = object.members.first,
        let text = first.value.identity
      else { return nil }
      let name = "[\(first.key)=\(text)]"
      guard places.updateValue(index, forKey: name) == nil else { return nil }
      names.append(name)
      texts.append(text)
    }
  }
}

extension JSONValue {
  /// The text of a string or of a whole number; nil for any other value.
  fileprivate var identity: String? {
    switch self {
    case .string(let text): text
    case .number(let number): number.exactInteger.map { "\($0)" }
    case .null, .bool, .array, .object: nil
    }
  }

  /// The value of the first member of an object.
  fileprivate var firstMember: JSONValue? {
    if case .object(let object) = self { object.members.first?.value } else { nil }
  }

  fileprivate var isPlain: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array, .object: false
    }
  }
}

extension JSONValue {
  /// The value at a path such as `items[id=7].price`; nil if there is none. A path such as
  /// `items.count` leads to the length of a list, and `items[]` to its order: the identities of its
  /// objects, or the list itself if they have none.
  package func value(at path: String) -> JSONValue? { value(at: path[...]) }

  fileprivate func value(at path: Substring) -> JSONValue? {
    if path.isEmpty { return self }
    switch self {
    case .object(let object):
      let name = path.first == "." ? path.dropFirst() : path
      // A key may hold any character, so the longest key that the path begins with is used.
      return object.members.compactMap { member in
        name.rest(after: member.key).map { (key: member.key, value: member.value, rest: $0) }
      }
      .max { $0.key.utf8.count < $1.key.utf8.count }
      .flatMap { $0.value.value(at: $0.rest) }
    case .array(let list):
      if path == ".count" { return .number(JSONNumber(list.count)) }
      if path == "[]" {
        return ListIdentities(list) == nil ? self : .array(list.compactMap(\.firstMember))
      }
      if let place = path.place {
        return list.indices.contains(place.index) ? list[place.index].value(at: place.rest) : nil
      }
      guard let identities = ListIdentities(list) else { return nil }
      for (index, element) in list.enumerated() {
        if let rest = path.rest(after: identities.names[index]) { return element.value(at: rest) }
      }
      return nil
    case .null, .bool, .number, .string: return nil
    }
  }
}

extension Substring {
  /// A place in a list such as `[0]`, and the rest of the path after it; nil for anything else.
  var place: (index: Int, rest: Substring)? {
    let digits = dropFirst().prefix { $0.isWholeNumber }
    guard first == "[", let index = Int(digits), let rest = rest(after: "[\(index)]") else {
      return nil
    }
    return (index, rest)
  }

  /// The rest of a path after its first part, which may be spelled in a canonically equivalent way;
  /// nil if it does not begin with that part.
  fileprivate func rest(after part: String) -> Substring? {
    let rest: Substring
    if utf8.starts(with: part.utf8) {
      rest = Substring(utf8.dropFirst(part.utf8.count))
    } else if hasPrefix(part) {
      rest = dropFirst(part.count)
    } else {
      return nil
    }
    return rest.isEmpty || rest.first == "." || rest.first == "[" ? rest : nil
  }
}
