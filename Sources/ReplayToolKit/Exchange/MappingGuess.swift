import EventEngine

/// Completes a mapping by the usual names of columns. The type and the time must each match exactly
/// one name, unless `--map` gives them: a wrong guess is worse than no import. Any other part is
/// left out if it matches no name or several.
struct MappingGuess {
  /// The names of the columns or members.
  let names: [String]
  /// Whether the names are those of columns or of members.
  let kind: ForeignEventError.Source

  /// The first value of a name; nil if there is none.
  let sample: (String) -> String?

  /// Usual names, the likelier ones first; each list in the spelling of `folded`.
  private static let types = [
    ["type"],
    [
      "activity", "activityname", "concept:name", "event", "eventtype", "eventname", "action",
      "ocel:activity", "событие", "тип", "типсобытия", "активность", "действие", "операция",
    ],
  ]
  private static let times = [
    ["time"],
    [
      "timestamp", "time:timestamp", "datetime", "eventtime", "occurredat", "createdat", "date",
      "completetimestamp", "ocel:timestamp", "время", "дата", "датаивремя", "времясобытия",
      "датасобытия",
    ],
  ]
  private static let dates = [["date"], ["eventdate", "дата", "датасобытия"]]
  private static let ids = [["id"], ["eventid", "uuid", "eventuuid"]]
  private static let cases = [["caseid", "case:concept:name"], ["case", "кейс"]]

  /// Adds the parts that can be guessed.
  ///
  /// - Throws: `UsageError` for a name in `--map` that the input lacks; `ForeignEventError` if the
  ///   type or the time cannot be guessed.
  func complete(_ mapping: inout ImportMapping) throws {
    for entry in mapping.entries where !names.containsExactly(entry.source) {
      let nearest = Spelling.nearest(to: entry.source, in: names)
      throw UsageError.unknown(
        kind.unknown, entry.source, nearest: nearest,
        otherwise: Bilingual(
          ru: "\(kind.russian.plural): \(ForeignEventError.list(names))",
          en: "the \(kind)s are \(ForeignEventError.list(names))"))
    }
    try require(.type, Self.types, &mapping)
    guessParts(&mapping)
    if mapping.source(of: .date) == nil {
      try require(.time, Self.times, &mapping)
    } else if mapping.isOpen(.time), let time = timeOfDay(in: mapping) {
      mapping.guess(.time, from: time)
    }
    // A number, or a name, cannot be an event's id; it goes into the data.
    // The first event may have none.
    if mapping.isOpen(.id), let id = only(Self.ids), let first = sample(id),
      first.isEmpty || EventID(first) != nil
    {
      mapping.guess(.id, from: id)
    }
    if !mapping.hasTags, let name = only(Self.cases) { mapping.guess(.tag("case"), from: name) }
  }

  /// Guesses a date and a time of day in separate columns, if their first values show that.
  private func guessParts(_ mapping: inout ImportMapping) {
    guard mapping.isOpen(.date), mapping.isOpen(.time), let time = timeOfDay(in: mapping),
      let date = only(Self.dates), date != time, let day = sample(date), !day.contains(":")
    else { return }
    mapping.guess(.date, from: date)
    mapping.guess(.time, from: time)
  }

  /// Returns the only unused name of a time whose first value is a time of day, such as `12:00`;
  /// nil if there is none or several.
  private func timeOfDay(in mapping: ImportMapping) -> String? {
    let used = mapping.entries.map(\.source)
    let found = names.filter { name in
      Self.times.joined().contains(Self.folded(name)) && !used.containsExactly(name)
        && sample(name).map(Self.isTimeOfDay) ?? false
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func isTimeOfDay(_ text: String) -> Bool {
    let digits = text.prefix { $0.isNumber }
    return (1...2).contains(digits.count) && text.dropFirst(digits.count).first == ":"
  }

  private func require(
    _ part: ImportMapping.Part, _ usual: [[String]], _ mapping: inout ImportMapping
  ) throws(ForeignEventError) {
    if mapping.source(of: part) != nil { return }
    let found = matches(usual)
    guard let first = found.first else {
      throw .noUsualName(part: part.name, kind, names: names)
    }
    guard found.count == 1 else {
      throw .ambiguousNames(part: part.name, kind, names: found)
    }
    mapping.guess(part, from: first)
  }

  private func only(_ usual: [[String]]) -> String? {
    let found = matches(usual)
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the names that are in the first list with any match.
  private func matches(_ usual: [[String]]) -> [String] {
    for list in usual {
      let found = names.filter { list.contains(Self.folded($0)) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { !" _-.\u{A0}".contains($0) }
  }
}

extension ForeignEventError.Source {
  /// The kind of a name in `--map` that the input lacks.
  fileprivate var unknown: UsageError.Kind {
    switch self {
    case .column: .init(ru: "в --map неизвестный столбец", en: "column in --map")
    case .member: .init(ru: "в --map неизвестное поле", en: "member in --map")
    }
  }
}
