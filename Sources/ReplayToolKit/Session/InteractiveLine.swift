import EventEngine

/// A line that a person types into a session: words of the command line, or JSON.
enum InteractiveLine {
  /// The prompt: the tool's name without `-tool`.
  static var prompt: String {
    (toolName.hasSuffix("-tool") ? String(toolName.dropLast(5)) : toolName) + "> "
  }

  case words([String])
  /// JSON or a blank line, which is read as a request.
  case request
  /// Ends the session.
  case exit
  /// A quotation mark is not closed.
  case unclosed

  init(_ line: LineInput.Line) {
    let text = String(decoding: line.bytes, as: UTF8.self)
    guard let first = text.first(where: { !$0.isWhitespace }), first != "{", first != "[" else {
      self = .request
      return
    }
    guard var words = Self.split(text) else {
      self = .unclosed
      return
    }
    if words.first == toolName { words.removeFirst() }
    self = ["exit", "quit"].contains(words.first) ? .exit : .words(words)
  }

  /// Splits a line into words as a shell does: at white space outside of quotation marks; a
  /// backslash takes the next character as it is. Nil if a quotation mark is not closed.
  static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" && quote != "'" {
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil && (character == "'" || character == "\"") {
        quote = character
        word = word ?? ""
      } else if quote == nil && character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return quote == nil && !isEscaped ? words : nil
  }
}
