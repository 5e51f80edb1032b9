import EventEngine

/// The words that may stand at the cursor of a command line, from the tables of the completion
/// scripts and from the journal.
extension CompletionWords {
  /// - Parameters:
  ///   - typed: the words before the one at the cursor.
  ///   - word: the beginning of the word at the cursor.
  ///   - recorded: returns the journal's words of a kind that begin with a text.
  func candidates(
    after typed: [String], for word: String, recorded: (String, String) -> [String]
  ) -> [String] {
    let found: [String]
    if let previous = typed.last, takesValue(previous) {
      found = values(of: previous, of: positionals(in: typed).first, word, recorded)
    } else {
      let plain = positionals(in: typed)
      if plain.isEmpty {
        found = word.hasPrefix("-") ? [] : subcommands.map { $0.name } + ["help", "exit"]
      } else if word.hasPrefix("-") {
        found = options(of: plain[0])
      } else {
        found = arguments(of: plain, word, recorded)
      }
    }
    return Set(found.filter { $0.hasPrefix(word) }).sorted()
  }

  private func takesValue(_ option: String) -> Bool {
    subcommands.contains { verb in
      verb.shownOptions.contains { $0.name == option && $0.value != nil }
    }
  }

  /// The words without the options and their values.
  private func positionals(in typed: [String]) -> [String] {
    var found: [String] = []
    var isValue = false
    for word in typed {
      if isValue {
        isValue = false
      } else if word.hasPrefix("-") {
        isValue = takesValue(word)
      } else {
        found.append(word)
      }
    }
    return found
  }

  private func options(of verb: String) -> [String] {
    subcommands.first { $0.name == verb }.map { $0.shownOptions.map(\.name) } ?? []
  }

  private func values(
    of option: String, of verb: String?, _ word: String,
    _ recorded: (String, String) -> [String]
  ) -> [String] {
    if Self.recordedOptions.contains(option) { return recorded(String(option.dropFirst(2)), word) }
    let verbs = subcommands.filter { verb == nil || $0.name == verb }
    return verbs.flatMap { $0.shownOptions }.first { $0.name == option }.map(values) ?? []
  }

  private func arguments(
    of plain: [String], _ word: String, _ recorded: (String, String) -> [String]
  ) -> [String] {
    let verb = plain[0]
    if plain.count == 1 {
      return tagVerbs.contains(verb) ? recorded("tag", word) : names(after: verb)
    }
    if Self.listVerbs.contains(verb) { return names(after: verb) }
    guard let entry = names.first(where: { $0.subcommand == verb && $0.name == plain[1] }) else {
      return []
    }
    guard let (name, start) = word.divided(at: "=") else {
      return entry.fields.map { "\($0.name)=" } + entry.shows
    }
    return recorded(name, start).map { "\(name)=\($0)" }
  }
}

extension FieldShape {
  /// The values that completion offers for the field: none for a secret; nil if the field does not
  /// take a fixed set.
  var choices: [String]? {
    switch kind {
    case .word: words.isEmpty ? nil : words
    case .boolean: ["true", "false"]
    case .secret: []
    case .integer, .list, .id, .text, .day, .instant: nil
    }
  }
}
