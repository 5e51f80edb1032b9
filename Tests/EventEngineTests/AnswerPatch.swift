import EventEngine

/// Applies the changes of an explanation to an answer.
enum AnswerPatch {
  /// Returns the answer after the changes. New elements of a list come last, wherever they are in
  /// the real answer.
  static func applied(_ changes: [FieldChange], to answer: JSONValue?) -> JSONValue? {
    var answer = answer
    for change in changes { set(change, at: change.field[...], in: &answer) }
    if case .object(let object)? = answer, object.members.isEmpty { return nil }
    return answer
  }

  /// Whether two answers are equal except for the order of lists and of members. The changes do not contain the
  /// order of a list that has gained or lost elements.
  static func areAlike(_ left: JSONValue?, _ right: JSONValue?) -> Bool {
    left.map(sorted) == right.map(sorted)
  }

  private static func sorted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let list):
      return .array(list.map(sorted).sorted { $0.description < $1.description })
    case .object(let object):
      var ordered = JSONObject()
      for member in object.members.sorted(by: { $0.key < $1.key }) {
        ordered[member.key] = sorted(member.value)
      }
      return .object(ordered)
    default: return value
    }
  }

  private static func set(
    _ change: FieldChange, at path: Substring, in value: inout JSONValue?
  ) {
    if path.isEmpty {
      value = change.after
    } else if path == "[]" {
      guard case .array(let order)? = change.after, case .array(let list)? = value else { return }
      value = .array(reordered(list, as: order))
    } else if path.first == "[" {
      guard case .array(var list)? = value else { return }
      setElement(change, at: path, in: &list)
      value = .array(list)
    } else {
      var object: JSONObject
      if case .object(let known)? = value { object = known } else { object = JSONObject() }
      let name = path.first == "." ? path.dropFirst() : path
      let key = String(name.prefix { $0 != "." && $0 != "[" })
      var member = object[key]
      set(change, at: name.dropFirst(key.count), in: &member)
      object[key] = member
      value = .object(object)
    }
  }

  private static func setElement(
    _ change: FieldChange, at path: Substring, in list: inout [JSONValue]
  ) {
    let part = path.prefix { $0 != "]" } + "]"
    let rest = path.dropFirst(part.count)
    let index = Int(part.dropFirst().dropLast()) ?? place(of: part, in: list)
    var element = list.indices.contains(index) ? list[index] : nil
    set(change, at: rest, in: &element)
    switch (element, list.indices.contains(index)) {
    case (let element?, true): list[index] = element
    case (let element?, false): list.append(element)
    case (nil, true) where Int(part.dropFirst().dropLast()) != nil:
      // For a shortened list, the changes name each removed place; the first one removes the rest.
      list.removeSubrange(index...)
    case (nil, true): list.remove(at: index)
    case (nil, false): break
    }
  }

  private static func place(of part: Substring, in list: [JSONValue]) -> Int {
    list.firstIndex { element in
      guard case .object(let object) = element, let first = object.members.first else {
        return false
      }
      let text = first.value.text ?? first.value.description
      return part == "[\(first.key)=\(text)]"
    } ?? list.count
  }

  private static func reordered(_ list: [JSONValue], as order: [JSONValue]) -> [JSONValue] {
    let identities = list.map { element in
      if case .object(let object) = element { object.members.first?.value } else { element }
    }
    return order.compactMap { identity in
      identities.firstIndex(of: identity).map { list[$0] }
    }
  }
}
