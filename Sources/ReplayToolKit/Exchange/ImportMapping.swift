import EventEngine

/// The columns or members of an input from which the parts of its events are taken.
struct ImportMapping: Sendable {
  /// A part of an event.
  enum Part: Hashable, Sendable {
    case type, time, id
    /// The day, if it is separate from the time of day.
    case date
    /// The tag with this key; its value is taken from the source.
    case tag(String)
    /// All tags, as a JSON array of texts.
    case tags
    /// The data, as a JSON object; the sources that no part is taken from are added to it.
    case data

    var name: String {
      switch self {
      case .type: "type"
      case .time: "time"
      case .id: "id"
      case .date: "date"
      case .tag(let key): "tag:\(key)"
      case .tags: "tags"
      case .data: "data"
      }
    }

    static let names = ["type", "time", "date", "id", "tag:KEY", "tags", "data"]

    /// Nil for a name that no part has.
    init?(_ name: String) {
      let plain: [Part] = [.type, .time, .date, .id, .tags, .data]
      if let part = plain.first(where: { $0.name == name }) {
        self = part
      } else if let (before, key) = name.divided(at: ":"), before == "tag", !key.isEmpty {
        self = .tag(key)
      } else {
        return nil
      }
    }
  }

  struct Entry: Sendable {
    let part: Part
    /// The name of a column or member.
    let source: String
    var isGuess = false
  }

  static let option = OptionSpec(
    "--map", "PART=NAME,…",
    ru: "взять type, time, date, id, tag:KEY, tags или data из этих столбцов",
    en: "take type, time, date, id, tag:KEY, tags or data from these columns")

  private(set) var entries: [Entry] = []
  /// Parts that are left out: `id=` in `--map`.
  private var omitted: Set<Part> = []
  /// Whether `--map` was given.
  let isGiven: Bool

  /// Parses each `--map` as a record of CSV, so that a name may contain a comma.
  init(_ arguments: Arguments) throws(UsageError) {
    let values = arguments.values(Self.option.name)
    isGiven = !values.isEmpty
    for value in values {
      for assignment in try Self.assignments(value) { try add(assignment) }
    }
  }

  /// A mapping without entries.
  init() { isGiven = false }

  private static func assignments(_ value: String) throws(UsageError) -> [String] {
    var reader = CSVReader(separator: UInt8(ascii: ","))
    do throws(CSVError) {
      let record = try reader.add(Array(value.utf8), number: 1)
      try reader.finish()
      return record?.texts ?? []
    } catch { throw UsageError(error.reason.text.map { "--map \(value): \($0)" }) }
  }

  private mutating func add(_ assignment: String) throws(UsageError) {
    guard let (name, source) = assignment.divided(at: "=") else {
      throw UsageError(
        ru: "--map принимает PART=NAME, например time=timestamp, а не «\(assignment)»",
        en: "--map takes PART=NAME, such as time=timestamp, not \"\(assignment)\"")
    }
    guard let part = Part(name) else {
      throw UsageError.unknown(
        .part, name, among: Part.names,
        otherwise: Bilingual(
          ru: "части: \(Part.names.joined(separator: ", "))",
          en: "the parts are \(Part.names.joined(separator: ", "))"))
    }
    if case .tag(let key) = part, key.utf8.contains(UInt8(ascii: ":")) {
      throw UsageError(
        ru: "--map \(assignment): в ключе тега не может быть двоеточия",
        en: "--map \(assignment): a tag's key must not contain a colon")
    }
    if source.isEmpty {
      omitted.insert(part)
    } else {
      try add(Entry(part: part, source: source))
    }
  }

  private mutating func add(_ entry: Entry) throws(UsageError) {
    if let other = entries.first(where: { $0.part == entry.part && !entry.part.isRepeatable }) {
      let part = entry.part.name
      throw UsageError(
        ru: "--map принимает одно \(part), а не «\(other.source)» и «\(entry.source)»",
        en: "--map takes one \(part), not both \"\(other.source)\" and \"\(entry.source)\"")
    }
    entries.append(entry)
  }

  /// Adds a part with the source that was guessed for it.
  mutating func guess(_ part: Part, from source: String) {
    entries.append(Entry(part: part, source: source, isGuess: true))
  }

  func source(of part: Part) -> String? { entries.first { $0.part == part }?.source }

  /// Whether the mapping neither has a source for the part nor omits it.
  func isOpen(_ part: Part) -> Bool { source(of: part) == nil && !omitted.contains(part) }

  /// Members of an exported event that no import reads, since a journal assigns them anew.
  static let assigned = [
    "position", "version", "actor", "command", "commandId", "correlation", "because",
  ]

  /// Whether the input has the parts of an exported event under their own names, its position
  /// included.
  static func isOwn(_ names: [String]) -> Bool {
    ["position", "type", "time", "tags", "data"].allSatisfy(names.contains)
  }

  /// Whether the mapping names or omits any tag.
  var hasTags: Bool {
    (entries.map(\.part) + omitted).contains { part in
      if case .tag = part { true } else { part == .tags }
    }
  }

  /// The value of `--map` that gives the same mapping without a guess: it names the same sources
  /// and omits the same parts.
  var text: String {
    let sources = entries.map { "\($0.part.name)=\($0.source)" }
    let omissions = omitted.map { "\($0.name)=" }.sorted()
    return (sources + omissions).map { assignment in
      assignment.unicodeScalars.contains { ",\"\n".unicodeScalars.contains($0) }
        ? "\"\(assignment.escaping("\"", as: "\"\""))\"" : assignment
    }.joined(separator: ",")
  }

  /// The names of the guessed parts.
  var guesses: [String] { entries.filter(\.isGuess).map(\.part.name) }
}

extension ImportMapping.Part {
  fileprivate var isRepeatable: Bool { if case .tag = self { true } else { false } }
}
