import EventEngine

/// A field of an answer that an event changed.
struct FieldChange {
  /// The path of the field, such as `history[3].actor`.
  let field: String
  /// The value before the event; nil if there was none.
  let before: JSONValue?
  /// The value after the event; nil if there is none left.
  let after: JSONValue?

  /// Returns the differences between two answers in the order of their members; nil stands for no
  /// answer.
  static func between(_ before: JSONValue?, _ after: JSONValue?) -> [FieldChange] {
    var changes: [FieldChange] = []
    compare(before, after, at: "", &changes)
    return changes
  }

  private static func compare(
    _ before: JSONValue?, _ after: JSONValue?, at path: String, _ changes: inout [FieldChange]
  ) {
    if before == after { return }
    switch (before, after) {
    case (.object(let left), .object(let right)): compare(left, right, at: path, &changes)
    case (nil, .object(let right)) where path.isEmpty:
      compare(JSONObject(), right, at: path, &changes)
    case (.object(let left), nil) where path.isEmpty:
      compare(left, JSONObject(), at: path, &changes)
    case (.array(let left), .array(let right)): compare(left, right, at: path, &changes)
    default: changes.append(FieldChange(field: path, before: before, after: after))
    }
  }

  private static func compare(
    _ left: JSONObject, _ right: JSONObject, at path: String, _ changes: inout [FieldChange]
  ) {
    let prefix = path.isEmpty ? "" : path + "."
    for member in left.members {
      compare(member.value, right[member.key], at: prefix + member.key, &changes)
    }
    for member in right.members where left[member.key] == nil {
      compare(nil, member.value, at: prefix + member.key, &changes)
    }
  }

  /// Skips equal elements at both ends, and compares the rest index by index.
  private static func compare(
    _ left: [JSONValue], _ right: [JSONValue], at path: String, _ changes: inout [FieldChange]
  ) {
    var first = 0
    while first < min(left.count, right.count), left[first] == right[first] { first += 1 }
    var last = 0
    while last < min(left.count, right.count) - first,
      left[left.count - 1 - last] == right[right.count - 1 - last]
    {
      last += 1
    }
    let common = min(left.count, right.count) - last
    for index in first..<max(first, common) {
      compare(left[index], right[index], at: "\(path)[\(index)]", &changes)
    }
    for index in max(first, common)..<max(first, common, left.count - last) {
      changes.append(FieldChange(field: "\(path)[\(index)]", before: left[index], after: nil))
    }
    for index in max(first, common)..<max(first, common, right.count - last) {
      changes.append(FieldChange(field: "\(path)[\(index)]", before: nil, after: right[index]))
    }
  }

  /// The change as text for people: `status: "available" → "accepted"`.
  var text: String {
    switch (before, after) {
    case (nil, let after?): "\(field.printable): added \(after.description.printable)"
    case (let before?, nil): "\(field.printable): removed \(before.description.printable)"
    default:
      "\(field.printable): \((before ?? .null).description.printable) → "
        + (after ?? .null).description.printable
    }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("field")
    json.string(field)
    json.literalKey("before")
    json.value(before ?? .null)
    json.literalKey("after")
    json.value(after ?? .null)
    json.endObject()
  }
}
