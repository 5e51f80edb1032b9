import EventEngine

/// Copies a journal with progress, and gives advice on failures.
struct JournalCopying {
  private let source: JournalDirectory
  private let target: JournalDirectory
  private(set) var seconds = 0.0

  init(from source: JournalDirectory, to target: JournalDirectory) {
    self.source = source
    self.target = target
  }

  mutating func run(
    _ doing: String, withKeys: Bool, _ common: CommonOptions, _ terminal: inout Terminal
  ) throws -> CopiedJournal {
    var throughput = Throughput()
    do throws(JournalError) {
      let copy = try source.copy(to: target, withKeys: withKeys, wait: common.wait) {
        bytes, total in throughput.show(doing, bytes: bytes, of: total, &terminal)
      }
      seconds = throughput.seconds
      terminal.clearProgress()
      return copy
    } catch {
      terminal.clearProgress()
      throw Self.failure(
        error,
        hint: "nothing was copied; \(toolName) recover --journal \(source.path) --to DIR saves "
          + "the intact part")
    }
  }

  /// - Parameter hint: the advice for damage that cannot be mended.
  static func failure(_ error: JournalError, hint: String? = nil) -> ToolFailure {
    var failure = ToolFailure(error)
    switch error {
    case .damaged(let damage):
      if let hint, damage.remedy == nil { failure.hint = hint }
    case .cannotCreate(let path, .exists):
      failure = ToolFailure(
        .cannotCreate, "\(path) is not empty", hint: "name a new or an empty folder")
      if JournalDirectory(path).looksCutOff {
        failure = ToolFailure(
          .cannotCreate,
          "\(path) is not empty: it has segments but no journal.json, like an interrupted copy",
          hint: "if it is an interrupted copy, remove it and copy again")
      }
    case .missing(let path):
      failure.hint = "\(path) has no journal.json; name the folder that has one"
    default: break
    }
    return failure
  }
}

/// The report about a copy.
struct CopyReport {
  let copy: CopiedJournal
  let seconds: Double
  let verb: String
  let path: String
  var found: Verification?
  var lost: [LostEvents] = []

  private var verification: Verification { copy.verification }
  private var events: Int { verification.intact.rawValue }

  /// Whether the copy has every event of its journal.
  var isWhole: Bool {
    found.map { $0.damageCount == 0 && $0.unrecordedErasures.isEmpty } ?? true
  }

  func print(_ terminal: inout Terminal, json: Bool) throws {
    if json { return try terminal.print(document) }
    for damage in found?.damages ?? [] {
      try terminal.print("\(terminal.styled("damaged", .red)) \("\(damage)".printable)")
    }
    for part in lost {
      let (first, last) = (part.positions.lowerBound, part.positions.upperBound)
      let place = first == last ? "position \(first)" : "positions \(first) to \(last)"
      let count = part.positions.count.counted("event")
      try terminal.print(
        "\(terminal.styled("lost", .red)) \(count), \(place): "
          + (part.isReadable
            ? "intact, but after the damage" : "damaged, or part of a damaged append"))
    }
    let unrecorded = verification.unrecordedErasures.count
    if unrecorded > 0 {
      let those = unrecorded.counted("event")
      try terminal.print(
        "\(terminal.styled("erased", .red)) the personal data of \(those): the erasure's own event "
          + "is lost, so \(path.printable)/journal.json lists the positions")
    }
    try terminal.print("journal  \(verification.journal)")
    try terminal.print("size     \(events)")
    try terminal.print("root     \(verification.tree.root)")
    try terminal.print("time     \(verification.time)")
    let keys = copy.hasKey ? copy.secrets > 0 ? ", its key and its secrets" : " and its key" : ""
    try terminal.print(
      "\(terminal.styled(verb, .green)) \(events.counted("event"))\(keys) to "
        + "\(path.printable): \(verification.segments.counted("segment")), "
        + "\(verification.bytes.counted("byte")), in \(seconds.fixed(3)) s")
  }

  private var document: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.members(of: HeadReceipt(verification))
    json.literalKey("segments")
    json.int(verification.segments)
    json.literalKey("bytes")
    json.int(verification.bytes)
    json.literalKey("key")
    json.bool(copy.hasKey)
    json.literalKey("secrets")
    json.int(copy.secrets)
    if let found {
      json.literalKey("ok")
      json.bool(isWhole)
      if !isWhole { json.error(.eventsLost, "not all of the journal could be saved") }
      json.literalKey("damageCount")
      json.int(found.damageCount)
      json.literalKey("damage")
      json.beginArray()
      for damage in found.damages { json.string("\(damage)") }
      json.endArray()
      json.literalKey("lost")
      json.beginArray()
      for part in lost { write(part.positions, isReadable: part.isReadable, to: &json) }
      json.endArray()
      json.literalKey("unrecordedErasures")
      json.beginArray()
      for range in verification.unrecordedErasures.ranges {
        write(range.lowerBound.rawValue...range.upperBound.rawValue, to: &json)
      }
      json.endArray()
    }
    json.literalKey("seconds")
    json.seconds(seconds)
    json.endObject()
    return json.bytes
  }

  private func write(
    _ positions: ClosedRange<Int>, isReadable: Bool? = nil, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.literalKey("from")
    json.int(positions.lowerBound)
    json.literalKey("to")
    json.int(positions.upperBound)
    if let isReadable {
      json.literalKey("readable")
      json.bool(isReadable)
    }
    json.endObject()
  }
}
