import EventEngine

/// Checks that events have the names that a filter asks for. A misspelled name would otherwise look
/// like an empty result.
enum ExistingNames {
  /// The numbers of events and of different names after which the search for the nearest name ends.
  private static let mostEvents = 200_000
  private static let mostNames = 20_000
  /// Longer names are not misspellings.
  private static let longest = 200

  /// A name of a filter that the index cannot look up.
  private struct UnindexedName {
    let what: Bilingual
    let name: String
    /// Whether an event has the name.
    let matches: (RecordView) -> Bool
    /// Returns the names of an event that may be suggested.
    let names: (RecordView) -> [String]
  }

  /// - Parameter expecting: domains whose types and commands may occur in no event so far, since the
  ///   caller waits for new events.
  /// - Throws: `ToolFailure` for the first name that no event has ever had.
  static func require(
    types: TypePatterns, tags: [Tag], causes: CauseFilter, in reader: inout JournalReader,
    expecting domains: [DomainDefinition] = []
  ) throws {
    // Only a part of a damaged journal is known.
    if reader.damage != nil { return }
    for type in types.exact where !domains.eventTypes.contains(type) {
      if try reader.hasEvent(matching: Query([.init(types: [type])])) { continue }
      throw unknown(
        .type, type.rawValue, try nearest(to: type.rawValue, in: &reader) { [$0.type.rawValue] })
    }
    try require(tags, in: &reader)
    try require(
      unindexedNames(in: types, expecting: domains.eventTypes)
        + unindexedNames(in: causes, expecting: domains.commands.flatMap(\.commands).map(\.name)),
      &reader)
  }

  static func require(_ tags: [Tag], in reader: inout JournalReader) throws {
    if reader.damage != nil { return }
    for tag in tags {
      if try reader.hasEvent(matching: Query([.init(tags: [tag])])) { continue }
      throw unknown(
        .tag, tag.rawValue, try nearestTag(to: tag, in: &reader, orOfOtherKey: true))
    }
  }

  private static func unindexedNames(
    in types: TypePatterns, expecting known: [EventType]
  ) -> [UnindexedName] {
    func begins(_ type: EventType, with prefix: String) -> Bool {
      type.rawValue.utf8.starts(with: prefix.utf8)
    }
    return types.prefixes.filter { prefix in !known.contains { begins($0, with: prefix) } }.map {
      prefix in
      UnindexedName(what: .type, name: "\(prefix)*") { view in
        begins(view.type, with: prefix)
      } names: { view in
        view.type.domainName.map { ["\($0).*"] } ?? []
      }
    }
  }

  private static func unindexedNames(
    in causes: CauseFilter, expecting known: [String]
  ) -> [UnindexedName] {
    causes.conditions.flatMap { part, values in
      values.filter { part != .command || !known.contains($0) }.map { value in
        UnindexedName(what: part.name, name: value) { view in
          view.cause.flatMap(part.value) == value
        } names: { view in
          names(of: part, in: view)
        }
      }
    }
  }

  /// Reads the journal until every name was seen.
  private static func require(_ names: [UnindexedName], _ reader: inout JournalReader) throws {
    var missing = names
    guard !missing.isEmpty else { return }
    try reader.forEach { view in
      missing.removeAll { $0.matches(view) }
      return !missing.isEmpty
    }
    guard let first = missing.first else { return }
    throw unknown(
      first.what, first.name, try nearest(to: first.name, in: &reader, of: first.names))
  }

  /// - Parameter orOfOtherKey: whether a tag with the same value is suggested, such as `payment:1`
  ///   for `order:1`, if no tag has the key.
  static func nearestTag(
    to tag: Tag, in reader: inout JournalReader, orOfOtherKey: Bool = false
  ) throws(JournalError) -> String? {
    // A distant match must have the same key. For a word without a colon, none is suggested if
    // every tag has one: the message then shows the form of a tag.
    try nearest(to: tag.rawValue, in: &reader) { found in
      if tag.rawValue.contains(":") {
        let ofKey = found.filter { $0.hasPrefix("\(tag.key):") }
        let value = tag.rawValue.dropFirst(tag.key.count)
        return ofKey.isEmpty && orOfOtherKey ? found.filter { $0.hasSuffix(value) } : ofKey
      }
      return found.allSatisfy { $0.contains(":") } ? [] : found
    } of: { view in
      view.tags.map(\.rawValue)
    }
  }

  /// Returns the recorded name of this kind that a misspelled one may stand for.
  static func nearest(
    to name: String, of part: CauseFilter.Part, in reader: inout JournalReader
  ) throws(JournalError) -> String? {
    if reader.damage != nil { return nil }
    return try nearest(to: name, in: &reader) { view in names(of: part, in: view) }
  }

  private static func names(of part: CauseFilter.Part, in view: RecordView) -> [String] {
    view.cause.flatMap(part.value).map { [$0] } ?? []
  }

  /// - Parameters:
  ///   - what: the kind of the name, in Russian in the genitive.
  ///   - otherwise: the end of the message if no name is near.
  static func unknown(
    _ what: Bilingual, _ name: String, _ nearest: String?, otherwise: Bilingual = .empty
  ) -> ToolFailure {
    var advice = nearest == nil ? otherwise : .suggesting(nearest)
    if what == .tag, !name.contains(":") {
      let sample = Sample.current.tag
      if nearest == nil {
        advice = Bilingual(
          ru: "; тег — это KEY:VALUE, например \(sample)",
          en: "; a tag is KEY:VALUE, such as \(sample)")
      }
      if let position = Int(name), position > 0 {
        advice =
          advice
          + Bilingual(
            ru: "; событие на позиции \(name) выводит \(toolName) audit --position \(name)",
            en: "; \(toolName) audit --position \(name) prints the event at position \(name)")
      }
    }
    return ToolFailure(
      .refused, .unknownFilter,
      Bilingual(
        ru: "ни у одного события не было \(what.ru) «\(name)»",
        en: "no event has ever had the \(what.en) \"\(name)\"") + advice)
  }

  /// - Parameter distant: the names that are suggested even if none is near.
  private static func nearest(
    to name: String, in reader: inout JournalReader,
    distant: (Set<String>) -> Set<String> = { $0 }, of names: (RecordView) -> [String]
  ) throws(JournalError) -> String? {
    guard name.count <= longest else { return nil }
    var found: Set<String> = []
    var events = 0
    try reader.forEach { view in
      for name in names(view) where name.utf8.count <= longest { found.insert(name) }
      events += 1
      return events < mostEvents && found.count < mostNames
    }
    return Spelling.nearest(to: name, in: Array(found))
      ?? Spelling.nearest(to: name, in: Array(distant(found)), orAny: true)
  }
}

extension Bilingual {
  fileprivate static let type = Bilingual(ru: "типа", en: "type")
  fileprivate static let tag = Bilingual(ru: "тега", en: "tag")
}
