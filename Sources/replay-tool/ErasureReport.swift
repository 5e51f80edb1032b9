import EventStore

/// What `erase` has erased, or would.
struct ErasureReport {
  let search: ErasureSearch
  var events: [Position] = []
  var isDryRun = false
  /// Subjects that no event was ever about: somebody has misspelled them, perhaps.
  var strangers: [Tag] = []

  private var types: [(type: String, count: Int)] {
    search.types.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  private var sections: Int { search.types.values.reduce(0, +) }

  func print(_ terminal: inout Terminal, asJSON: Bool) throws(SystemError) {
    if asJSON { return try terminal.print(json) }
    let verb = isDryRun || events.isEmpty ? "to erase" : "erased"
    for (subject, positions) in zip(search.subjects, search.found) {
      try terminal.print(
        "\(terminal.styled(subject.rawValue.printable, .bold)): \(positions.count.counted("record")) \(verb)"
      )
    }
    let width = types.map(\.count.grouped.count).max() ?? 0
    for (type, count) in types {
      let figure = count.grouped
      let padding = String(repeating: " ", count: width - figure.count)
      try terminal.print("  \(padding)\(figure)  \(type.printable)")
    }
    if let first = events.first, let last = events.last {
      try terminal.print(
        first == last ? "recorded as event \(first)" : "recorded as events \(first) to \(last)")
    }
  }

  /// What nobody should take for done.
  func note(_ terminal: inout Terminal) {
    for stranger in strangers {
      terminal.note("replay-tool: no event was ever about \(stranger.rawValue.printable)")
    }
    if isDryRun { return }
    if sections == 0 {
      if !strangers.isEmpty && strangers.count == search.subjects.count { return }
      let what = search.subjects.isEmpty ? "nothing is due" : "there is nothing left to erase"
      terminal.note("replay-tool: \(what)")
    } else {
      terminal.note(
        "replay-tool: not covered: free blocks of the disk, snapshots of the file system, backups "
          + "and exports; erase there, too")
    }
  }

  private var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("sections")
    json.int(sections)
    json.literalKey("subjects")
    json.beginArray()
    for (subject, positions) in zip(search.subjects, search.found) {
      json.beginObject()
      json.literalKey("subject")
      json.string(subject.rawValue)
      json.literalKey("sections")
      json.int(positions.count)
      json.literalKey("positions")
      write(positions, to: &json)
      json.endObject()
    }
    json.endArray()
    json.literalKey("types")
    json.beginObject()
    for (type, count) in types {
      json.key(type)
      json.int(count)
    }
    json.endObject()
    json.literalKey("events")
    json.beginArray()
    for position in events { json.int(position.rawValue) }
    json.endArray()
    json.literalKey("dryRun")
    json.bool(isDryRun)
    json.endObject()
    return json.bytes
  }

  private func write(_ positions: PositionRanges, to json: inout JSONWriter) {
    json.beginArray()
    for range in positions.ranges {
      json.beginArray()
      json.int(range.lowerBound.rawValue)
      json.int(range.upperBound.rawValue)
      json.endArray()
    }
    json.endArray()
  }
}
