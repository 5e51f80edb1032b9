import EventEngine

extension CompletionWords {
  /// The candidates at the cursor of a command line.
  enum Offer {
    case words([String])
    /// The name of a file, after the beginning of the word that stays.
    case file(after: String)
    /// The name of a folder, likewise.
    case folder(after: String)
  }

  /// Returns the candidates from the tables of names and from the journal.
  ///
  /// - Parameters:
  ///   - typed: the words before the one at the cursor.
  ///   - word: the beginning of the word at the cursor.
  ///   - others: the words besides the verbs that a line may begin with.
  ///   - recorded: returns the journal's words of a kind that begin with a text.
  func offer(
    after typed: [String], for word: String, or others: [String],
    recorded: (String, String) -> [String]
  ) -> Offer {
    let plain = positionals(in: typed)
    if let previous = typed.last, takesValue(previous) {
      return offer(ofValue: word, after: "", of: previous, of: plain.first, recorded)
    }
    let parts = word.divided(at: "=")
    if word.hasPrefix("-"), let (option, start) = parts, takesValue(option) {
      return offer(ofValue: start, after: "\(option)=", of: option, of: plain.first, recorded)
    }
    guard let verb = plain.first else {
      return words(subcommands.map { $0.name } + ["help"] + others, for: word)
    }
    if word.hasPrefix("-") { return words(options(of: verb).map(\.name), for: word) }
    if plain.count == 1 {
      let usage = subcommands.first { $0.name == verb }?.usage
      if usage == "DIR" { return .folder(after: "") }
      if usage == "[FILE]" { return .file(after: "") }
    } else if let (name, start) = parts, start.hasPrefix("@") {
      return .file(after: "\(name)=@")
    }
    return words(arguments(of: plain, word, recorded), for: word)
  }

  private func words(_ found: [String], for word: String) -> Offer {
    .words(found.filter { $0.hasPrefix(word) })
  }

  /// Returns the description of a verb, an option or an option's value; nil for any other word.
  func description(of word: String, after typed: [String]) -> String? {
    let verb = positionals(in: typed).first
    if verb == nil, let found = subcommands.first(where: { $0.name == word }) {
      return found.summary[language]
    }
    let option = typed.last.flatMap { takesValue($0) ? $0 : nil }
    let name = option ?? word.divided(at: "=")?.before ?? word
    return options(of: verb).first { $0.name == name }?.help[language]
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

  private func options(of verb: String?) -> [OptionSpec] {
    subcommands.filter { verb == nil || $0.name == verb }.flatMap { $0.shownOptions }
  }

  /// - Parameter before: the beginning of the word at the cursor that stays.
  private func offer(
    ofValue start: String, after before: String, of option: String, of verb: String?,
    _ recorded: (String, String) -> [String]
  ) -> Offer {
    let spec = options(of: verb).first { $0.name == option }
    if spec?.value == "DIR" { return .folder(after: before) }
    if spec?.value == "FILE" { return .file(after: before) }
    let found =
      Self.recordedOptions.contains(option)
      ? recorded(String(option.dropFirst(2)), start) : spec.map(values) ?? []
    return .words(found.filter { $0.hasPrefix(start) }.map { before + $0 })
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
    case .integer, .list, .id, .text, .day, .instant, .object, .objects: nil
    }
  }
}
