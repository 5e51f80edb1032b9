import EventEngine

/// An event to filter and print: a view of a record, or a copy.
protocol ListedEvent {
  var position: Position { get }
  var id: EventID { get }
  var version: SchemaVersion { get }
  var time: Timestamp { get }
  var type: EventType { get }
  var tags: [Tag] { get }
  var actor: String? { get }
  var cause: Cause? { get }
  var data: [UInt8] { get }
  /// Appends the event as one JSON object.
  func appendEvent(to bytes: inout [UInt8])
}

extension RecordView: ListedEvent {}

extension StoredEvent: ListedEvent {
  var actor: String? { cause?.actor }

  func appendEvent(to bytes: inout [UInt8]) {
    var json = JSONWriter()
    write(to: &json)
    bytes += json.bytes
  }
}

/// The types of a filter: exact ones, and prefixes such as `library.*`.
struct TypePatterns {
  let exact: [EventType]
  /// Prefixes without their star.
  let prefixes: [String]

  init(_ words: [String]) {
    exact = words.filter { !$0.hasSuffix("*") }.map(EventType.init(rawValue:))
    prefixes = words.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
  }

  /// The types for the index to look up; empty if there is a prefix, since the index has whole
  /// types only.
  var indexed: [EventType] { prefixes.isEmpty ? exact : [] }

  /// Whether the filter selects the type of an event that has one of the `indexed` types.
  func includes(_ type: EventType) -> Bool {
    prefixes.isEmpty || exact.contains(type)
      || prefixes.contains { type.rawValue.utf8.starts(with: $0.utf8) }
  }
}

/// The causes that a filter asks for: actor, command, command id and correlation.
struct CauseFilter {
  enum Part: CaseIterable {
    case actor, command, commandID, correlation

    /// The name, in Russian in the genitive.
    var name: Bilingual {
      switch self {
      case .actor: Bilingual(ru: "участника", en: "actor")
      case .command: Bilingual(ru: "команды", en: "command")
      case .commandID: Bilingual(ru: "id команды", en: "command id")
      case .correlation: Bilingual(ru: "корреляции", en: "correlation")
      }
    }

    var option: String {
      switch self {
      case .actor: "--actor"
      case .command: "--command"
      case .commandID: "--command-id"
      case .correlation: "--correlation"
      }
    }

    func value(in cause: Cause) -> String? {
      switch self {
      case .actor: cause.actor
      case .command: cause.command
      case .commandID: cause.id
      case .correlation: cause.correlation
      }
    }
  }

  let conditions: [(part: Part, values: [String])]

  init(_ arguments: Arguments) {
    conditions = Part.allCases.map { ($0, arguments.values($0.option)) }.filter { !$0.1.isEmpty }
  }

  func includes(_ event: some ListedEvent) -> Bool {
    if conditions.isEmpty { return true }
    guard let cause = event.cause else { return false }
    return conditions.allSatisfy { part, values in
      part.value(in: cause).map(values.contains) ?? false
    }
  }
}
