import EventEngine

/// Counts the events of a journal.
struct Stats: Subcommand {
  static let name = "stats"
  static let summary = Bilingual(
    ru: "посчитать события, типы и теги",
    en: "count events, types and tags")
  static let isPaged = true
  static let options = RowOptions.specs
  static let examples: [Example] = [
    Example(
      "\(toolName) stats",
      ru: "что есть в журнале, таблицей",
      en: "what the journal holds, as a table"),
    Example(
      "\(toolName) stats --json | jq .types",
      ru: "как часто встречается каждый тип событий",
      en: "how often each type of event occurs"),
  ]

  static let details = Bilingual(
    ru: """
      В построчных форматах у каждого числа есть вид (kind: journal, type или tagKey), имя (name) и
      значение (value). На терминале у каждого типа строка столбиков: сколько его событий было со
      временем, от первого события журнала до последнего. Самый высокий столбик — наибольшее число у
      этого типа.
      """,
    en: """
      In row formats, each figure has a kind (journal, type or tagKey), a name and a value. On a
      terminal each type has a line of blocks: how many of its events there were over time, from the
      journal's first event to its last. The tallest block is the type's own maximum.
      """)

  private let common: CommonOptions
  private let rows: RowOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    rows = try RowOptions(arguments, json: .json, columns: JournalStatistics.columns)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    let isText = rows.isText && rows.limit == nil
    let counts = try JournalStatistics(&reader, overTime: isText && terminal.output.isTerminal)
    if rows.format == .json && rows.columns == nil && rows.limit == nil {
      try terminal.print(counts.json)
    } else if isText {
      try counts.print(&terminal, in: common.locale)
    } else {
      try terminal.printRows(counts.rows, rows, columns: JournalStatistics.columns)
    }
    return .success
  }
}

/// The result of `stats`.
struct JournalStatistics {
  let head: Position
  let types: [(String, Int)]
  /// The number of events of each type in each unit of time; nil unless they are
  /// counted over time.
  private let overTime: (units: TimeScale, counts: [EventType: [Int]])?
  let tagKeys: [(key: String, value: Int)]
  let firstTime: Timestamp?
  let lastTime: Timestamp?
  let segments: Int
  let bytes: Int

  /// Counts everything. O(length).
  ///
  /// - Parameter overTime: whether to count each type over time, too.
  init(_ reader: inout JournalReader, overTime: Bool = false) throws(JournalError) {
    var types: [EventType: Int] = [:]
    let zone = reader.timeZone
    var units: TimeScale?
    var parts: [EventType: [Int]] = [:]
    var tags: Set<Tag> = []
    var firstTime: Timestamp?
    let lastTime = reader.lastTime ?? .earliest
    try reader.forEach { view in
      types[view.type, default: 0] += 1
      for tag in view.tags { tags.insert(tag) }
      if firstTime == nil {
        firstTime = view.time
        units = overTime ? TimeScale(view.time, lastTime, in: zone, most: 30) : nil
      }
      if let units {
        parts[view.type, default: [Int](repeating: 0, count: units.starts.count)][
          units.index(of: view.time)] += 1
      }
      return true
    }
    var keys: [ExactText: Int] = [:]
    for tag in tags { keys[ExactText(String(tag.key)), default: 0] += 1 }
    head = reader.head
    self.types = types.map { ($0.key.rawValue, $0.value) }.sorted { $0.0.precedesByBytes($1.0) }
    tagKeys = keys.map { ($0.key.text, $0.value) }.sorted { $0.0.precedesByBytes($1.0) }
    self.firstTime = firstTime
    self.lastTime = reader.lastTime
    self.overTime = units.map { ($0, parts) }
    segments = reader.segmentCount
    bytes = try reader.byteCount()
  }

  static let columns = ["kind", "name", "value"]

  var rows: [JSONObject] {
    func row(_ kind: JSONValue, _ name: String, _ value: Int) -> JSONObject {
      ["kind": kind, "name": .string(name), "value": .number(JSONNumber(value))]
    }
    let times = [("firstTime", firstTime), ("lastTime", lastTime)].compactMap { name, time in
      time.map {
        ["kind": "journal", "name": .string(name), "value": .string($0.rfc3339)] as JSONObject
      }
    }
    return [row("journal", "events", head.rawValue), row("journal", "head", head.rawValue)] + times
      + [row("journal", "segments", segments), row("journal", "bytes", bytes)]
      + types.map { row("type", $0.0, $0.1) } + tagKeys.map { row("tagKey", $0.key, $0.value) }
  }

  var json: [UInt8] {
    JSONWriter.object { json in
      json.int("events", head.rawValue)
      json.int("head", head.rawValue)
      json.counts("types", types)
      json.counts("tagKeys", tagKeys.map { ($0.key, $0.value) })
      for (name, time) in [("firstTime", firstTime), ("lastTime", lastTime)] {
        json.key(name)
        if let time { json.string(time.rfc3339) } else { json.null() }
      }
      json.int("segments", segments)
      json.int("bytes", bytes)
    }
  }

  func print(_ terminal: inout Terminal, in language: Language) throws(SystemError) {
    var figures = [
      (Bilingual(ru: "события", en: "events"), head.rawValue.grouped(in: language)),
      (Bilingual(ru: "сегменты", en: "segments"), segments.grouped(in: language)),
      (Bilingual(ru: "байты", en: "bytes"), bytes.grouped(in: language)),
    ]
    if let firstTime { figures.append((Bilingual(ru: "первое", en: "first"), "\(firstTime)")) }
    if let lastTime { figures.append((Bilingual(ru: "последнее", en: "last"), "\(lastTime)")) }
    for (name, value) in figures {
      try terminal.print("\(name[language].padded(to: language == .ru ? 10 : 9)) \(value)")
    }
    try print(typesTitle[language], types, lines, &terminal)
    let title = Bilingual(
      ru: "ключи тегов и число разных тегов с ними",
      en: "tag keys, with the number of distinct tags")
    try print(title[language], tagKeys.map { ($0, $1) }, [:], &terminal)
  }

  private var typesTitle: Bilingual {
    guard let units = overTime?.units, units.starts.count > 1 else {
      return Bilingual(ru: "типы", en: "types")
    }
    return Bilingual(
      ru: "типы, событий за \(units.name.ru)", en: "types, with their events per \(units.name.en)")
  }

  /// The sparkline of each type; none if everything happened within one unit of time.
  private var lines: [EventType: String] {
    guard let overTime, overTime.units.starts.count > 1 else { return [:] }
    return overTime.counts.mapValues { Sparkline(counts: $0).text }
  }

  private func print(
    _ title: String, _ counts: [(String, Int)], _ lines: [EventType: String],
    _ terminal: inout Terminal
  ) throws(SystemError) {
    guard !counts.isEmpty else { return }
    try terminal.print("")
    try terminal.print(terminal.styled(title, .bold))
    let width = counts.map(\.1.grouped.count).max() ?? 0
    for (name, count) in counts {
      let figure = count.grouped(in: terminal.language).padded(to: width, isRight: true)
      let line = lines[EventType(rawValue: name)].map { "\(terminal.styled($0, .cyan))  " } ?? ""
      try terminal.print("  \(figure)  \(line)\(name.printable)")
    }
  }
}
