import EventEngine

/// The description of an input for people: its format, and the source of each part of its events.
struct ImportPlan: Sendable {
  private let format: ImportFormat
  private let title: Bilingual
  private let mapping: ImportMapping?
  private let absent: [String]
  private let isGuess: Bool

  /// - Parameter isGuess: whether the format was guessed.
  init(_ format: ImportFormat, _ form: any ForeignForm, isGuess: Bool) {
    self.format = format
    self.isGuess = isGuess
    mapping = form.mapping
    title = form.title
    absent = form.absent
  }

  /// Whether the source of a part is a guess.
  func guesses(_ part: ImportMapping.Part) -> Bool {
    mapping?.guesses.contains(part.name) ?? false
  }

  /// Prints what was guessed, and the sources in `--map` that the first line lacks.
  func note(_ name: Bilingual, in language: Language, _ terminal: inout Terminal) {
    let guesses = mapping?.guesses ?? []
    if isGuess || !guesses.isEmpty {
      var text = Bilingual(
        ru: "\(name.ru) читается как \(title.ru)", en: "\(name.en) is read as \(title.en)"
      )[language]
      if let mapping { text += ", --map \(mapping.text.shellWord)" }
      if !guesses.isEmpty {
        let names = guesses.joined(separator: ", ")
        text += Bilingual(ru: " (угадано: \(names))", en: " (guessed: \(names))")[language]
      }
      terminal.note("\(toolName): \(text)")
    }
    for source in absent {
      let isPath = source.contains(".")
      terminal.note(
        ru: "в первой строке нет поля «\(source)», которое называет --map"
          + (isPath ? "; --map называет только поля самого внешнего объекта" : ""),
        en: "the first line has no member \"\(source)\", which --map names"
          + (isPath ? "; --map names members of the outermost object only" : ""))
    }
  }

  /// Prints the mapping and the first events of a dry run.
  func print(
    _ events: [ForeignEvent], in language: Language, _ terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print(Bilingual(ru: "формат     ", en: "format     ")[language] + title[language])
    for (name, source) in sources(in: language) {
      try terminal.print("\(name.padded(to: 10)) \(source)")
    }
    for event in events { try terminal.print(event.json) }
  }

  /// Writes the members of a dry run's result.
  func write(_ events: [ForeignEvent], to json: inout JSONWriter) {
    json.string("format", format.rawValue)
    json.beginObject("mapping")
    for entry in mapping?.entries.distinct ?? [] {
      json.key(entry.part.name)
      json.string(entry.source)
    }
    json.endObject()
    json.array("events", events) { $0.raw($1.json) }
  }

  /// The parts with the origin of each.
  private func sources(in language: Language) -> [(String, String)] {
    guard let mapping else {
      let parts =
        format == .cloudEvents
        ? Bilingual(
          ru: "type, time, id; tags из source и subject; остальное в data",
          en: "type, time, id; tags from source and subject; the rest in data")
        : Bilingual(untranslated: "type, time, tags, data, id")
      return [(Bilingual(ru: "части", en: "mapping")[language], parts[language])]
    }
    let guessed = Bilingual(ru: " (угадано)", en: " (guessed)")[language]
    let entries = mapping.entries.map { entry in
      (entry.part.name, "\"\(entry.source.printable)\"\(entry.isGuess ? guessed : "")")
    }
    let rest =
      format == .csv
      ? Bilingual(ru: "остальные столбцы", en: "the other columns")
      : Bilingual(ru: "остальные поля", en: "the other members")
    return entries + [("data", rest[language])]
  }
}

extension Bilingual {
  static let jsonLines = Bilingual(ru: "строки JSON", en: "JSON lines")
}

extension [ImportMapping.Entry] {
  /// The first entry of each part: a key occurs once in a JSON object.
  fileprivate var distinct: [ImportMapping.Entry] {
    enumerated().filter { index, entry in
      !self[..<index].contains { $0.part == entry.part }
    }.map(\.element)
  }
}

extension ForeignEvent {
  /// The event as a line of an import.
  fileprivate var json: [UInt8] {
    JSONWriter.object { json in
      if let id { json.string("id", id.description) }
      json.string("time", time.rfc3339)
      json.string("type", type.rawValue)
      json.array("tags", tags) { $0.string($1.rawValue) }
      json.raw("data", data)
    }
  }
}
