import EventEngine

/// Checks that events have the names that a filter asks for. A misspelled name would otherwise look
/// like an empty result.
enum ExistingNames {
  /// The number of events, and of different names, to search for the nearest name.
  private static let mostEvents = 200_000
  private static let mostNames = 20_000
  /// Longer names are not misspellings.
  private static let longest = 200

  /// - Parameter mayCome: types that need no event yet, since new events are waited for.
  /// - Throws: `ToolFailure` for the first name that no event has ever had.
  static func require(
    types: [EventType], tags: [Tag], in reader: inout JournalReader, mayCome: [EventType] = []
  ) throws {
    // Only a part of a damaged journal is known.
    if reader.damage != nil { return }
    for type in types where !mayCome.contains(type) {
      if try has(Query([.init(types: [type])]), &reader) { continue }
      throw unknown(
        "type", type.rawValue,
        try nearest(to: type.rawValue, in: &reader) { view in
          [view.type.rawValue]
        })
    }
    for tag in tags {
      if try has(Query([.init(tags: [tag])]), &reader) { continue }
      throw unknown("tag", tag.rawValue, try nearestTag(to: tag, in: &reader))
    }
  }

  static func nearestTag(
    to tag: Tag, in reader: inout JournalReader
  ) throws(JournalError) -> String? {
    try nearest(to: tag.rawValue, in: &reader) { view in view.tags.map(\.rawValue) }
  }

  private static func has(
    _ query: Query, _ reader: inout JournalReader
  ) throws(JournalError) -> Bool {
    var isThere = false
    try reader.forEach(query) { _ in
      isThere = true
      return false
    }
    return isThere
  }

  private static func unknown(_ what: String, _ name: String, _ nearest: String?) -> ToolFailure {
    var advice = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    if nearest == nil, what == "tag", !name.contains(":") {
      advice = "; a tag is KEY:VALUE, such as \(Sample.own?.tag ?? "order:9421")"
    }
    return ToolFailure(
      .refused, .unknownFilter, "no event has ever had the \(what) \"\(name)\"\(advice)")
  }

  private static func nearest(
    to name: String, in reader: inout JournalReader, of names: (RecordView) -> [String]
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
  }
}
