import EventEngine

/// An answer as tables. The page's script makes the same elements for other positions.
struct AnswerHTML {
  /// The changes that the last event made.
  let changes: [FieldChange]
  /// The fields before that event.
  let before: [(path: String, text: String)]
  private let texts: [String: String]
  private let former: AnswerNode?

  /// The most columns that a table has on paper. Wider tables, and those with tables in them, are
  /// printed row by row, as lists.
  private static let mostPrinted = 9

  static var unchanged: AnswerHTML { AnswerHTML(changes: [], former: nil) }

  private init(changes: [FieldChange], former: AnswerNode?) {
    self.changes = changes
    self.former = former
    var before: [(path: String, text: String)] = []
    former?.forEachField { before.append(($0, $1)) }
    self.before = before
    texts = Dictionary(before.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameters:
  ///   - version: the version at the position that is shown.
  ///   - earlier: the version before it. Its values are shown where the event at the position
  ///     changed them.
  init(_ version: PageAnswers.Version, after earlier: PageAnswers.Version?) {
    self.init(changes: version.changes, former: earlier?.node)
  }

  /// Writes the answer, or `noAnswer` if it is nil, and then the values that are gone.
  func write(_ node: AnswerNode?, noAnswer: String, _ html: inout HTML) {
    if let node { write(node, at: "", &html) } else { html.note(noAnswer) }
    writeGone(node, &html)
  }

  /// Writes the values that are no longer there, grouped by the change that removed them.
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
    let earlier = isChanged ? texts[path] ?? former?.text(at: path[...]) : nil
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

  /// Writes consecutive values as rows of one table, and lists and objects below their names.
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
    var isPlain = true
    for child in children {
      guard case .members(let members, _) = child.node else {
        isTable = false
        break
      }
      for member in members {
        if !columns.contains(member.name) { columns.append(member.name) }
        if case .value = member.node { continue }
        isPlain = false
      }
    }
    html.scroll(path) { html in
      let hasMany = isTable && (columns.count > Self.mostPrinted || !isPlain)
      let table: HTML.Attributes = [
        "class": hasMany ? "rows many" : isTable ? "rows" : "fields",
        "data-changed": changes.contains { $0.field == path + "[]" } ? "" : nil,
      ]
      html.element("table", table) { html in
        let figures = isTable ? figures(columns, children) : []
        if isTable { header(columns, figures, &html) }
        for child in children {
          html.element("tr") { html in
            if isTable, case .members(let members, _) = child.node {
              for column in columns {
                let place: HTML.Attributes = [
                  "class": figures.contains(column) ? "n" : nil,
                  "data-column": hasMany ? column : nil,
                ]
                html.element("td", place) { html in
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

  private func header(_ columns: [String], _ figures: Set<String>, _ html: inout HTML) {
    html.element("tr") { html in
      for column in columns {
        html.element(
          "th", ["scope": "col", "class": figures.contains(column) ? "n" : nil], text: column)
      }
    }
  }

  /// Returns the columns that hold only figures and dashes. They are aligned to the right.
  private func figures(_ columns: [String], _ rows: [AnswerNode.Child]) -> Set<String> {
    Set(
      columns.filter { column in
        let shown = rows.compactMap { row -> String? in
          guard case .members(let members, _) = row.node,
            let member = members.first(where: { $0.name == column })
          else { return nil }
          if case .value(let text, _) = member.node { return text }
          return ""
        }
        return shown.contains(where: \.isFigure) && shown.allSatisfy { $0 == "—" || $0.isFigure }
      })
  }
}

extension AnswerNode.Child {
  /// The name, and the length of a list.
  fileprivate var title: String {
    if case .elements(let children, _) = node { return "\(name) (\(children.count))" }
    return name
  }
}
