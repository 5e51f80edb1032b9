/// A line that is being typed, with the cursor between two of its characters.
struct TypedLine: Equatable {
  private(set) var before = ""
  private(set) var after = ""

  init(_ text: String = "") { before = text }

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  mutating func insert(_ text: String) { before += text }

  /// Removes the character before the cursor.
  mutating func deleteBackward() { if !before.isEmpty { before.removeLast() } }

  /// Removes the character after the cursor.
  mutating func deleteForward() { if !after.isEmpty { after.removeFirst() } }

  mutating func moveLeft() {
    if let last = before.popLast() { after = String(last) + after }
  }

  mutating func moveRight() { if !after.isEmpty { before.append(after.removeFirst()) } }

  mutating func moveToStart() { (before, after) = ("", text) }

  mutating func moveToEnd() { (before, after) = (text, "") }

  mutating func moveWordLeft() {
    while before.last?.isWhitespace == true { moveLeft() }
    while before.last?.isWhitespace == false { moveLeft() }
  }

  mutating func moveWordRight() {
    while after.first?.isWhitespace == true { moveRight() }
    while after.first?.isWhitespace == false { moveRight() }
  }

  mutating func deleteWord() {
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last?.isWhitespace == false { before.removeLast() }
  }

  mutating func deleteToStart() { before = "" }

  mutating func deleteToEnd() { after = "" }
}
