import EventEngine

/// The report of `verify`.
struct VerificationReport {
  /// Nil if the manifest is damaged: then nothing else could be checked.
  var verification: Verification?
  var manifestDamage: Damage?
  /// The contradiction between the journal and a receipt.
  var contradiction: String?
  /// The indexes and snapshots that differ from the journal.
  var derived: [DerivedFinding] = []
  var seconds = 0.0
  /// Whether the part before the damage can still be read.
  var isReadable = false
  /// Whether the records are rows of a database.
  var isOnServer = false

  var isRight: Bool {
    manifestDamage == nil && contradiction == nil && derived.isEmpty
      && verification?.damageCount == 0
  }

  private var damages: [Damage] {
    manifestDamage.map { [$0] } ?? verification?.damages ?? []
  }

  func contradiction(to receipt: HeadReceipt) -> String? {
    guard let verification else { return nil }
    if receipt.journal != verification.journal {
      return
        "the receipt is for another journal, \(receipt.journal); "
        + "this is \(verification.journal)"
    }
    if receipt.size > verification.intact.rawValue {
      return
        "the receipt covers \(receipt.size.counted("event")); only the first \(verification.intact) "
        + "are here. The journal was cut or damaged"
    }
    if verification.earlierRoot != receipt.root {
      return "the first \(receipt.size) events differ from those that the receipt covers. "
        + "The journal was falsified"
    }
    if verification.manifest != receipt.manifest {
      return
        "the manifest's fixed part differs from the one that the receipt covers. One of these was "
        + "changed: the time zone, the password cost, the key, the segment size, the time of "
        + "creation, or the list of erasures without an event"
    }
    if verification.hasOtherKey {
      return "the key in the journal's folder is not the one that the manifest names"
    }
    return nil
  }

  // MARK: - For people

  func print(_ terminal: inout Terminal, receipt: HeadReceipt?) throws(SystemError) {
    for damage in damages {
      try terminal.print("\(terminal.styled("damaged", .red)) \("\(damage)".printable)")
    }
    if let contradiction {
      try terminal.print("\(terminal.styled("falsified", .red)) \(contradiction)")
    }
    for finding in derived {
      try terminal.print("\(terminal.styled("wrong", .red)) \("\(finding)".printable)")
    }
    guard let verification else { return }
    if verification.damageCount > verification.damages.count {
      try terminal.print("and \(verification.damageCount - verification.damages.count) more places")
    }
    guard verification.damageCount == 0 else {
      let places = verification.damageCount.counted("place")
      try terminal.print(
        "damaged in \(places); intact up to position \(verification.intact) (\(verification.time))")
      return
    }
    try terminal.print("journal  \(verification.journal)")
    try terminal.print("size     \(verification.intact.rawValue)")
    try terminal.print("root     \(verification.tree.root)")
    try terminal.print("time     \(verification.time)")
    if verification.erased > 0 {
      try terminal.print(
        "erased   the personal data of \(verification.erased.counted("record"))"
          + (verification.notedErasures > 0
            ? "; for \(verification.notedErasures.grouped) the erasure's own event was lost before "
              + "the journal was recovered" : ""))
    }
    if contradiction == nil {
      let rate = Throughput.rate(verification.intact.rawValue, in: seconds)
      try terminal.print(
        "\(terminal.styled("intact", .green)): \(verification.segments.counted("segment")), "
          + "\(verification.bytes.counted("byte")), in \(seconds.fixed(3)) s "
          + "(\(rate.grouped) events/s)")
    }
    if let receipt, contradiction == nil {
      try terminal.print("the journal extends the receipt of \(receipt.size.counted("event"))")
    }
  }

  /// Prints the advice.
  func note(_ terminal: inout Terminal) {
    if let torn = verification?.torn {
      terminal.note(
        "\(toolName): \(torn.path), byte \(torn.tail.offset): "
          + "\(torn.tail.bytes.counted("byte")) of an unfinished append, never acknowledged; the next writer truncates them"
      )
    }
    if let unproved = verification?.unproved {
      terminal.note(UnprovedNote.text(unproved) + "; the figures above leave them out")
    }
    if verification?.hasUnfinishedErasure == true {
      terminal.note(
        "\(toolName): an erasure was interrupted; its data can no longer be read, and the next "
          + "writer removes it")
    }
    if let problem = verification?.keyProblem {
      terminal.note("\(toolName): warning: \(problem); commands that need the key are refused")
    }
    if !derived.isEmpty {
      terminal.note(
        "hint: indexes and snapshots are derived from the events; deleting these files is harmless")
    }
    guard !damages.isEmpty else { return }
    let remedies = damages.compactMap(\.remedy)
    for remedy in remedies.prefix(5) { terminal.note("hint: \(remedy)") }
    guard let verification, verification.damageCount > remedies.count else { return }
    let last = verification.intact
    if isOnServer {
      return terminal.note(
        "hint: rows of the database were changed by hand; events up to position \(last) are what "
          + "was recorded. Restore the rows from a standby or a backup")
    }
    terminal.note(
      isReadable
        ? "hint: events up to position \(last) can be read; \(toolName) recover --to DIR copies them "
          + "into a new journal and lists what is lost"
        : "hint: restore a backup, or save the events up to position \(last): "
          + "\(toolName) recover --to DIR")
  }

  // MARK: - For programs

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    if let verification {
      json.members(of: HeadReceipt(verification))
      json.literalKey("segments")
      json.int(verification.segments)
      json.literalKey("bytes")
      json.int(verification.bytes)
      if verification.erased > 0 {
        json.literalKey("erased")
        json.int(verification.erased)
        if verification.notedErasures > 0 {
          json.literalKey("erasedWithoutEvent")
          json.int(verification.notedErasures)
        }
      }
      if let unproved = verification.unproved {
        json.literalKey("unproved")
        json.beginArray()
        json.int(unproved.lowerBound.rawValue)
        json.int(unproved.upperBound.rawValue)
        json.endArray()
      }
      if verification.hasUnfinishedErasure {
        json.literalKey("unfinishedErasure")
        json.bool(true)
      }
      if let torn = verification.torn { write(torn, to: &json) }
      if let problem = verification.keyProblem {
        json.literalKey("warnings")
        json.beginArray()
        json.string("\(problem)")
        json.endArray()
      }
    }
    json.literalKey("ok")
    json.bool(isRight)
    if let damage = damages.first {
      json.error(.journalDamaged, "the journal is damaged: \(damage)")
    } else if let contradiction {
      json.error(.falsified, contradiction)
    }
    if !damages.isEmpty {
      json.literalKey("damageCount")
      json.int(verification?.damageCount ?? 1)
      json.literalKey("damage")
      json.beginArray()
      for damage in damages { write(damage, to: &json) }
      json.endArray()
    }
    if let contradiction {
      json.literalKey("falsified")
      json.string(contradiction)
    }
    if !derived.isEmpty {
      json.literalKey("derived")
      json.beginArray()
      for finding in derived { write(finding, to: &json) }
      json.endArray()
    }
    json.endObject()
    return json.bytes
  }

  private func write(_ finding: DerivedFinding, to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("path")
    json.string(finding.path)
    json.literalKey("reason")
    json.string("\(finding.reason)")
    json.endObject()
  }

  private func write(_ torn: (path: String, tail: TornTail), to json: inout JSONWriter) {
    json.literalKey("torn")
    json.beginObject()
    json.literalKey("path")
    json.string(torn.path)
    json.literalKey("offset")
    json.int(torn.tail.offset)
    json.literalKey("bytes")
    json.int(torn.tail.bytes)
    json.endObject()
  }

  private func write(_ damage: Damage, to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("path")
    json.string(damage.path)
    json.literalKey("position")
    if let position = damage.position { json.int(position.rawValue) } else { json.null() }
    json.literalKey("offset")
    if let offset = damage.offset { json.int(offset) } else { json.null() }
    json.literalKey("reason")
    json.string("\(damage.reason)")
    json.endObject()
  }
}
