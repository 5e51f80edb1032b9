import EventEngine

/// An answer as the page shows it: texts at the places of its values.
indirect enum AnswerNode {
  /// The text of a value that takes one cell, and the value itself.
  case value(String, JSONValue)
  case members([Child], JSONValue)
  case elements([Child], JSONValue)

  /// A part of an object or a list.
  struct Child {
    /// The name of the member, or the part of a path that leads to the element: `[id=7]`.
    let name: String
    let node: AnswerNode
  }

  init(_ value: JSONValue, _ texts: PersonalTexts) {
    guard !value.isPlain else {
      self = .value(texts.shown(value), value)
      return
    }
    switch value {
    case .object(let object):
      self = .members(
        object.members.map { member in
          Child(
            name: member.key,
            node: texts.isPersonal(member.key, member.value)
              ? .value(PersonalTexts.mark, member.value) : AnswerNode(member.value, texts))
        }, value)
    case .array(let list):
      let identities = ListIdentities(list)
      self = .elements(
        list.enumerated().map { index, element in
          Child(
            name: identities?.part(index) { texts.isPersonal($0) } ?? "[\(index)]",
            node: AnswerNode(element, texts))
        }, value)
    case .null, .bool, .number, .string: self = .value(texts.shown(value), value)
    }
  }

  var json: JSONValue {
    switch self {
    case .value(_, let json), .members(_, let json), .elements(_, let json): json
    }
  }

  /// The text of the value at a path, in which an element of a list may be named by its place, too.
  func text(at path: Substring) -> String? {
    func text(in children: [Child], _ names: (Int) -> [String]) -> String? {
      for (place, child) in children.enumerated() {
        for name in names(place) where String(path).isPath(at: name) {
          let rest = path.utf8.dropFirst(name.utf8.count)
          let isMember = rest.first == UInt8(ascii: ".")
          return child.node.text(at: Substring(isMember ? rest.dropFirst() : rest))
        }
      }
      return nil
    }
    switch self {
    case .value(let text, _): return path.isEmpty ? text : nil
    case .members(let children, _): return text(in: children) { [children[$0].name] }
    case .elements(let children, _): return text(in: children) { [children[$0].name, "[\($0)]"] }
    }
  }

  /// Calls `body` with the path and the text of every value.
  func forEachField(_ path: String = "", _ body: (String, String) -> Void) {
    switch self {
    case .value(let text, _): body(path, text)
    case .members(let children, _):
      for child in children { child.node.forEachField(path.member(child.name), body) }
    case .elements(let children, _):
      for child in children { child.node.forEachField(path + child.name, body) }
    }
  }
}

extension String {
  /// The path of a member of the object at this path.
  func member(_ name: String) -> String { isEmpty ? name : "\(self).\(name)" }
}

extension InternedTexts {
  /// The number of a text in a page's data, which holds it without control characters.
  mutating func place(of text: String) -> Int { Int(index(of: text.printable)) }
}

extension JSONWriter {
  /// Writes a node: a value as the number of its text, an object as `[0, name, node, …]`, a list
  /// as `[1, name, node, …]`.
  mutating func node(_ node: AnswerNode, _ texts: inout InternedTexts) {
    switch node {
    case .value(let text, _): int(texts.place(of: text))
    case .members(let children, _): list(0, children, &texts)
    case .elements(let children, _): list(1, children, &texts)
    }
  }

  private mutating func list(
    _ kind: Int, _ children: [AnswerNode.Child], _ texts: inout InternedTexts
  ) {
    beginArray()
    int(kind)
    for child in children {
      int(texts.place(of: child.name))
      node(child.node, &texts)
    }
    endArray()
  }

  /// Writes the patch that makes the later node from the earlier one: the later node itself, or
  /// `[2, order, place, patch, …]`. The order is 0 if the nodes have the same children in the same
  /// order. Otherwise it has one entry per child of the later node: the earlier place, or the name
  /// and the node of a new child. A patch follows for each child that changed, after its place.
  mutating func patch(
    from earlier: AnswerNode, to later: AnswerNode, _ texts: inout InternedTexts
  ) {
    let old: [AnswerNode.Child]
    let new: [AnswerNode.Child]
    switch (earlier, later) {
    case (.members(let left, _), .members(let right, _)),
      (.elements(let left, _), .elements(let right, _)):
      (old, new) = (left, right)
    default: return node(later, &texts)
    }
    beginArray()
    int(2)
    let places = Dictionary(
      zip(old.map { Array($0.name.utf8) }, old.indices), uniquingKeysWith: { first, _ in first })
    let origins = new.map { places[Array($0.name.utf8)] }
    if old.count == new.count && origins.elementsEqual(old.indices.map { $0 }) {
      int(0)
    } else {
      beginArray()
      for (child, origin) in zip(new, origins) {
        if let origin {
          int(origin)
        } else {
          beginArray()
          int(texts.place(of: child.name))
          node(child.node, &texts)
          endArray()
        }
      }
      endArray()
    }
    for (place, (child, origin)) in zip(new, origins).enumerated() {
      guard let origin, old[origin].node.json != child.node.json else { continue }
      int(place)
      patch(from: old[origin].node, to: child.node, &texts)
    }
    endArray()
  }
}
