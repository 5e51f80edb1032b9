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
    let first = text.unicodeScalars.first { !$0.properties.isWhitespace }
    guard let first, first != "{", first != "[" else {
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
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped {
        word = (word ?? "") + String(scalar)
        isEscaped = false
      } else if scalar == "\\" && quote != "'" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil && (scalar == "'" || scalar == "\"") {
        quote = scalar
        word = word ?? ""
      } else if quote == nil && scalar.properties.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(scalar)
      }
    }
    if let word { words.append(word) }
    return quote == nil && !isEscaped ? words : nil
  }
}
