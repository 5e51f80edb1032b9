import EventEngine

/// An answer as tables. The page's script makes the same elements for other positions.
struct AnswerHTML {
  /// The paths that the last event changed.
  let changes: [FieldChange]
  /// The fields before it.
  let before: [(path: String, text: String)]
  private let texts: [String: String]

  static let unchanged = AnswerHTML(changes: [], before: [])

  private init(changes: [FieldChange], before: [(path: String, text: String)]) {
    self.changes = changes
    self.before = before
    texts = Dictionary(before.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameters:
  ///   - version: the version at the position that is shown.
  ///   - earlier: the one before; its values are shown where the event at the position changed them.
  init(_ version: PageAnswers.Version, after earlier: PageAnswers.Version?) {
    var before: [(path: String, text: String)] = []
    earlier?.node?.forEachField { before.append(($0, $1)) }
    self.init(changes: version.changes, before: before)
  }

  /// Writes the answer; nil for none.
  func write(_ node: AnswerNode?, noAnswer: String, _ html: inout HTML) {
    if let node { write(node, at: "", &html) } else { html.note(noAnswer) }
    writeGone(node, &html)
  }

  /// The values that are no longer there, by the change that removed them.
  private func writeGone(_ node: AnswerNode?, _ html: inout HTML) {
    var now: Set<String> = []
    node?.forEachField { path, _ in now.insert(path) }
    let gone = changes.map { change in
      (
        change.field,
        before.filter { $0.path.isPath(at: change.field) && !now.contains($0.path) }.map(\.text)
      )
    }.filter { !$0.1.isEmpty }
    guard !gone.isEmpty else { return }
    html.element("ul", ["class": "gone"]) { html in
      for (path, texts) in gone.prefix(40) {
        html.element("li") { html in
          html.text("\(path) ")
          html.element("del", ["data-before": ""], text: texts.joined(separator: ", "))
        }
      }
    }
  }

  private func write(_ node: AnswerNode, at path: String, _ html: inout HTML) {
    switch node {
    case .value(let text, _): value(text, at: path, &html)
    case .members(let children, _): members(children, at: path, &html)
    case .elements(let children, _): elements(children, at: path, &html)
    }
  }

  private func value(_ text: String, at path: String, _ html: inout HTML) {
    let isChanged = changes.contains { $0.concerns(path) }
    let earlier = isChanged ? texts[path] : nil
    html.element(
      "span",
      [
        "class": text.isFigure ? "v n" : "v", "data-field": path,
        "data-changed": isChanged ? "" : nil,
      ], text: text)
    if let earlier, earlier != text {
      html.text(" ")
      html.element("del", ["data-before": ""], text: earlier)
    }
  }

  /// Values that follow one another are rows of one table; lists and objects come below their name.
  private func members(_ children: [AnswerNode.Child], at path: String, _ html: inout HTML) {
    var rest = children[...]
    while let first = rest.first {
      guard case .value = first.node else {
        let place = path.member(first.name)
        html.element("div", ["class": "part"]) { html in
          html.element("h4", text: first.title)
          write(first.node, at: place, &html)
        }
        rest = rest.dropFirst()
        continue
      }
      let values = rest.prefix { if case .value = $0.node { true } else { false } }
      html.element("table", ["class": "fields"]) { html in
        for child in values {
          html.element("tr") { html in
            html.element("th", ["scope": "row"], text: child.name)
            html.element("td") { write(child.node, at: path.member(child.name), &$0) }
          }
        }
      }
      rest = rest.dropFirst(values.count)
    }
  }

  private func elements(_ children: [AnswerNode.Child], at path: String, _ html: inout HTML) {
    var columns: [String] = []
    var isTable = true
    for child in children {
      guard case .members(let members, _) = child.node else {
        isTable = false
        break
      }
      for member in members where !columns.contains(member.name) { columns.append(member.name) }
    }
    html.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": path])
    { html in
      html.element("table", ["class": isTable ? "rows" : "fields"]) { html in
        if isTable { header(columns, &html) }
        for child in children {
          html.element("tr") { html in
            if isTable, case .members(let members, _) = child.node {
              for column in columns {
                html.element("td") { html in
                  if let member = members.first(where: { $0.name == column }) {
                    write(member.node, at: (path + child.name).member(column), &html)
                  }
                }
              }
            } else {
              html.element("th", ["scope": "row"], text: child.name)
              html.element("td") { write(child.node, at: path + child.name, &$0) }
            }
          }
        }
      }
    }
  }

  private func header(_ columns: [String], _ html: inout HTML) {
    html.element("tr") { html in
      for column in columns { html.element("th", ["scope": "col"], text: column) }
    }
  }
}

extension AnswerNode.Child {
  /// The name, and the length of a list.
  fileprivate var title: String {
    if case .elements(let children, _) = node { return "\(name) (\(children.count))" }
    return name
  }
}
