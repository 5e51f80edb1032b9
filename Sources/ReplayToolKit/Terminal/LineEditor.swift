import EventEngine

/// Reads lines from a person on a terminal: with the keys of a shell, a history, and completion.
struct LineEditor {
  enum Answer: Equatable {
    case line(String)
    /// The line was cancelled with Ctrl-C.
    case cancelled
    case end
  }

  /// The lines of this session, oldest first. They are stored only here, in memory.
  private(set) var history: [String] = []
  private static let mostLines = 1000

  private let prompt: String
  /// Returns the completion of the word before the cursor.
  private let complete: (String) -> Completion

  private var line = TypedLine()
  /// The place of the line in the history, and the text that was typed before an earlier line was
  /// recalled.
  private var place = 0
  private var draft = ""
  /// The search in the history, while there is one.
  private var search: Search?

  private struct Search {
    var text = ""
    /// The place of the line that was found.
    var place: Int
    /// The line that was typed before the search.
    let former: TypedLine
  }

  struct Completion {
    /// The word before the cursor.
    let word: String
    let candidates: [String]
  }

  init(prompt: String, completing complete: @escaping (String) -> Completion) {
    self.prompt = prompt
    self.complete = complete
  }

  mutating func remember(_ line: String) {
    if line.isEmpty || history.last == line { return }
    history.append(line)
    if history.count > Self.mostLines { history.removeFirst() }
  }

  /// Reads a line. Afterwards the terminal is as it was before, even if a signal ends the process.
  ///
  /// - Parameter idle: is called while nothing is typed; returns whether it has something to print,
  ///   which is then printed above the line.
  mutating func read(
    _ terminal: inout Terminal, idle: (inout Terminal) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer {
    if Terminal.isDumb { return try readUnedited(&terminal, idle) }
    line = TypedLine()
    place = history.count
    search = nil
    while true {
      guard let raw = RawTerminal() else { return .end }
      let answer: Answer?
      do throws(SystemError) {
        answer = try edit(raw, &terminal, idle)
      } catch {
        raw.restore()
        throw error
      }
      raw.restore()
      if let answer { return answer }
      // The process was stopped, and continues.
    }
  }

  /// Reads a line that the terminal itself edits.
  private func readUnedited(
    _ terminal: inout Terminal, _ idle: (inout Terminal) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer {
    terminal.output.bytes += prompt.utf8
    try terminal.flush()
    while !Prompt.hasInput(within: 50) {
      guard try idle(&terminal) else { continue }
      terminal.output.bytes = [0x0a] + terminal.output.bytes + prompt.utf8
      try terminal.flush()
    }
    return Prompt.inputLine().map(Answer.line) ?? .end
  }

  /// Draws the line and handles keys until the line has ended.
  ///
  /// - Returns: nil if a signal came.
  private mutating func edit(
    _ raw: borrowing RawTerminal, _ terminal: inout Terminal,
    _ idle: (inout Terminal) throws(SystemError) -> Bool
  ) throws(SystemError) -> Answer? {
    try draw(&terminal)
    while true {
      switch raw.read(within: 50) {
      case .end: return .end
      case .nothing:
        if raw.hasSignal { return try leave(nil, &terminal) }
        let held = terminal.output.bytes
        terminal.output.bytes = []
        if try idle(&terminal) {
          terminal.output.bytes = held + Array("\r\u{1b}[K".utf8) + terminal.output.bytes
          try draw(&terminal)
        } else {
          terminal.output.bytes = held
        }
      case .byte(let byte):
        let key = TypedKey(byte) {
          if case .byte(let next) = raw.read(within: 50) { next } else { nil }
        }
        if key == .stop { raw.stop() }
        if let answer = try press(key, &terminal) { return answer }
      }
    }
  }

  /// - Returns: the answer, if the key ends the line.
  private mutating func press(
    _ key: TypedKey, _ terminal: inout Terminal
  ) throws(SystemError) -> Answer? {
    if searches(key, &terminal) {
      try draw(&terminal)
      return nil
    }
    switch key {
    case .enter:
      line.moveToEnd()
      try draw(&terminal)
      return try leave(.line(line.text), &terminal)
    case .cancel: return try leave(.cancelled, &terminal)
    case .endOfInput where line.isEmpty: return try leave(.end, &terminal)
    case .tab: try completeWord(&terminal)
    case .clearScreen: terminal.output.bytes += "\u{1b}[H\u{1b}[2J".utf8
    case .up: recall(place - 1)
    case .down: recall(place + 1)
    default: edit(key)
    }
    try draw(&terminal)
    return nil
  }

  private func leave(
    _ answer: Answer?, _ terminal: inout Terminal
  ) throws(SystemError) -> Answer? {
    terminal.output.bytes.append(0x0a)
    try terminal.flush()
    return answer
  }

  private mutating func edit(_ key: TypedKey) {
    switch key {
    case .text(let text): line.insert(text)
    case .backspace: line.deleteBackward()
    case .delete, .endOfInput: line.deleteForward()
    case .left: line.moveLeft()
    case .right: line.moveRight()
    case .wordLeft: line.moveWordLeft()
    case .wordRight: line.moveWordRight()
    case .start: line.moveToStart()
    case .end: line.moveToEnd()
    case .deleteWord: line.deleteWord()
    case .deleteToStart: line.deleteToStart()
    case .deleteToEnd: line.deleteToEnd()
    case .enter, .tab, .up, .down, .search, .abort, .cancel, .stop, .clearScreen, .other: return
    }
  }

  private mutating func recall(_ wanted: Int) {
    guard wanted >= 0, wanted <= history.count, wanted != place else { return }
    if place == history.count { draft = line.text }
    place = wanted
    line = TypedLine(wanted == history.count ? draft : history[wanted])
  }

  /// Searches the history as a shell does: for the text that is typed after Ctrl-R, and further
  /// back with each Ctrl-R. Ctrl-C and Ctrl-G restore the former line; any other key ends the
  /// search and applies to the line found.
  ///
  /// - Returns: whether the key was for the search.
  private mutating func searches(_ key: TypedKey, _ terminal: inout Terminal) -> Bool {
    guard let search else {
      guard key == .search else { return false }
      self.search = Search(place: history.count, former: line)
      return true
    }
    switch key {
    case .text(let text): find(search.text + text, upTo: search.place, &terminal)
    case .backspace: find(String(search.text.dropLast()), upTo: history.count, &terminal)
    case .search: find(search.text, upTo: search.place - 1, &terminal)
    case .cancel, .abort:
      line = search.former
      self.search = nil
    default:
      self.search = nil
      return false
    }
    return true
  }

  /// Finds the newest line with `text`, at `place` or before; rings the bell if there is none.
  private mutating func find(_ text: String, upTo place: Int, _ terminal: inout Terminal) {
    search?.text = text
    let lines = history.prefix(max(0, place + 1))
    guard let found = lines.lastIndex(where: { $0.contains(text) }) else {
      return terminal.output.bytes.append(0x07)
    }
    search?.place = found
    line = TypedLine(history[found])
  }

  /// Inserts the beginning that all candidates share; if that is nothing new, lists them.
  private mutating func completeWord(_ terminal: inout Terminal) throws(SystemError) {
    let found = complete(line.before)
    guard let first = found.candidates.first else { return }
    let common = found.candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    let rest = common.dropFirst(found.word.count)
    let isWhole = found.candidates.count == 1 && common.last != "="
    line.insert(rest + (isWhole ? " " : ""))
    guard rest.isEmpty, found.candidates.count > 1 else { return }
    terminal.output.bytes.append(0x0a)
    let width = terminal.output.width ?? 80
    for row in Self.rows(found.candidates, width: width) { try terminal.print(row) }
  }

  /// Returns the words in as many columns as the width allows.
  private static func rows(_ words: [String], width: Int) -> [String] {
    let column = (words.map(\.columns).max() ?? 0) + 2
    let count = max(1, width / column)
    return stride(from: 0, to: words.count, by: count).map { start in
      let row = words[start..<min(words.count, start + count)]
      let padded = row.dropLast().map { $0.padded(to: column) }
      return padded.joined() + (row.last ?? "")
    }
  }

  /// Draws the prompt and the part of the line around the cursor.
  private func draw(_ terminal: inout Terminal) throws(SystemError) {
    let prompt = search.map { "\(self.prompt.dropLast(2))?\($0.text.printable)> " } ?? self.prompt
    let room = max(10, (terminal.output.width ?? 80) - prompt.columns - 1)
    // A pasted line may be long, and only a screen's width of it is shown.
    var left = String(line.before.suffix(room)).printable
    if left.columns >= room { left = left.end(columns: room / 2) }
    let rest = room - left.columns
    let right = String(String(line.after.prefix(room)).printable.beginning(columns: rest))
    var text = "\r\(prompt)\(left)\(right)\u{1b}[K\r"
    text += "\u{1b}[\(prompt.columns + left.columns)C"
    terminal.output.bytes += text.utf8
    try terminal.flush()
  }
}

extension String {
  /// The longest beginning with at most so many columns.
  fileprivate func beginning(columns: Int) -> Substring {
    var rest = columns
    return prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }

  /// The longest end with at most so many columns.
  fileprivate func end(columns: Int) -> String {
    String(String(reversed()).beginning(columns: columns).reversed())
  }

  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
