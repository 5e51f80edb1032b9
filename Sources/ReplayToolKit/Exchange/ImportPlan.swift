import EventEngine

/// The form of an input in words: its format, and where the parts of the events come from.
struct ImportPlan: Sendable {
  private let format: ImportFormat
  private let title: String
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

  /// Says what was guessed.
  func note(_ name: String, _ terminal: inout Terminal) {
    let guesses = mapping?.guesses ?? []
    if isGuess || !guesses.isEmpty {
      var words = "\(toolName): \(name) is read as \(title)"
      if let mapping { words += ", --map \(mapping.text.shellWord)" }
      if !guesses.isEmpty { words += " (guessed: \(guesses.joined(separator: ", ")))" }
      terminal.note(words)
    }
    for source in absent {
      terminal.note("\(toolName): the first line has no member \"\(source)\", which --map names")
    }
  }

  /// Prints the mapping and the first events of a dry run.
  func print(_ events: [ForeignEvent], _ terminal: inout Terminal) throws(SystemError) {
    try terminal.print("format     \(title)")
    for (name, source) in sources { try terminal.print("\(name.padded(to: 10)) \(source)") }
    for event in events { try terminal.print(event.json) }
  }

  /// Writes the members of a dry run's result.
  func write(_ events: [ForeignEvent], to json: inout JSONWriter) {
    json.literalKey("format")
    json.string(format.rawValue)
    json.literalKey("mapping")
    json.beginObject()
    for entry in mapping?.entries.distinct ?? [] {
      json.key(entry.part.name)
      json.string(entry.source)
    }
    json.endObject()
    json.literalKey("events")
    json.beginArray()
    for event in events { json.raw(event.json) }
    json.endArray()
  }

  /// The parts with the origin of each.
  private var sources: [(String, String)] {
    guard let mapping else {
      let parts =
        format == .cloudEvents
        ? "type, time, id; tags from source and subject; the rest in data"
        : "type, time, tags, data, id"
      return [("mapping", parts)]
    }
    let entries = mapping.entries.map { entry in
      (entry.part.name, "\"\(entry.source)\"\(entry.isGuess ? " (guessed)" : "")")
    }
    return entries + [("data", "the other \(format == .csv ? "columns" : "members")")]
  }
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
    var json = JSONWriter()
    json.beginObject()
    if let id {
      json.literalKey("id")
      json.string(id.description)
    }
    json.literalKey("time")
    json.string(time.rfc3339)
    json.literalKey("type")
    json.string(type.rawValue)
    json.literalKey("tags")
    json.list(tags)
    json.literalKey("data")
    json.raw(data)
    json.endObject()
    return json.bytes
  }
}
