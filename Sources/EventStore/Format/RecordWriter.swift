/// Encodes events as records.
package struct RecordWriter: Sendable {
  private let seed: UInt32
  private var random: SystemRandom
  /// The erasable section after its salt. It is encoded first, since the commitment before it in
  /// the record is computed from it.
  private var section = JSONWriter()

  package init(journal: JournalID) {
    seed = journal.checksumSeed
    random = SystemRandom()
  }

  /// The data that the journal adds to an event.
  struct Placement {
    var position: Position
    var time: Timestamp
    /// The place of the event in its append, from 1.
    var index: Int
    /// The number of events in the append.
    var count: Int
    /// The last position known to be on stable storage; nil except on the first record of a write.
    var synced: Position?
  }

  /// Appends the record of `event` with its line feed to `json`.
  ///
  /// - Returns: the event's id, created here if the event has none.
  @discardableResult
  mutating func append(
    _ event: NewEvent, _ place: Placement, cause: Cause?, to json: inout JSONWriter
  ) -> EventID {
    precondition(!event.type.rawValue.isEmpty, "The event has no type.")
    precondition(
      Self.isObjectInOneLine(event.data), "The event's data is not an object in one line.")
    assert(Self.isJSON(event.data), "An event's data is JSON.")
    let start = json.bytes.count
    let id = event.id ?? EventID(at: place.time, random: random.nextWords())
    json.bytes.append(text: #"{"position":"#)
    json.bytes.append(decimal: place.position.rawValue)
    json.bytes.append(text: #","id":""#)
    id.append(to: &json.bytes)
    json.bytes.append(text: #"","time":""#)
    place.time.appendRFC3339(to: &json.bytes)
    json.bytes.append(text: #"","type":"#)
    json.appendQuoted(event.type.rawValue)
    json.bytes.append(text: #","version":"#)
    json.bytes.append(decimal: event.version.rawValue)
    json.bytes.append(text: #","tags":"#)
    append(event.tags, to: &json)
    if let cause { append(cause, because: event.because ?? cause.because, to: &json) }
    json.bytes.append(text: #","append":["#)
    json.bytes.append(decimal: place.index)
    json.bytes.append(UInt8(ascii: ","))
    json.bytes.append(decimal: place.count)
    json.bytes.append(UInt8(ascii: "]"))
    if let synced = place.synced {
      json.bytes.append(text: #","synced":"#)
      json.bytes.append(decimal: synced.rawValue)
    }
    json.bytes.append(text: #","data":"#)
    json.bytes.append(contentsOf: event.data)
    if let erasable = event.erasable { append(erasable, to: &json) }
    json.bytes.appendChecksum(from: start, seed: seed)
    json.bytes.append(UInt8(ascii: "\n"))
    return id
  }

  /// Whether these bytes have the braces of an object and no control character that would break the
  /// record's line. Does not check that they are JSON.
  static func isObjectInOneLine(_ bytes: [UInt8]) -> Bool {
    var lowest = UInt8.max
    for byte in bytes { lowest = min(lowest, byte) }
    return lowest >= 0x20 && bytes.first == UInt8(ascii: "{") && bytes.last == UInt8(ascii: "}")
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) { try JSONSyntax.check(bytes) } catch { return false }
    return true
  }

  private func append(_ tags: [Tag], to json: inout JSONWriter) {
    json.bytes.append(UInt8(ascii: "["))
    for index in tags.indices {
      if index > 0 { json.bytes.append(UInt8(ascii: ",")) }
      json.appendQuoted(tags[index].rawValue)
    }
    json.bytes.append(UInt8(ascii: "]"))
  }

  private func append(_ cause: Cause, because: Position?, to json: inout JSONWriter) {
    json.bytes.append(text: #","cause":{"command":"#)
    json.appendQuoted(cause.command)
    append(#","id":"#, cause.id, to: &json)
    append(#","actor":"#, cause.actor, to: &json)
    append(#","correlation":"#, cause.correlation, to: &json)
    if let because {
      json.bytes.append(text: #","because":"#)
      json.bytes.append(decimal: because.rawValue)
    }
    json.bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ key: StaticString, _ value: String?, to json: inout JSONWriter) {
    guard let value else { return }
    json.bytes.append(text: key)
    json.appendQuoted(value)
  }

  private mutating func append(_ erasable: NewEvent.Erasable, to json: inout JSONWriter) {
    section.bytes.removeAll(keepingCapacity: true)
    section.bytes.append(text: #","subjects":"#)
    append(erasable.subjects, to: &section)
    if let personal = erasable.personal {
      precondition(
        Self.isObjectInOneLine(personal), "The personal data is not an object in one line.")
      assert(Self.isJSON(personal), "Personal data is JSON.")
      section.bytes.append(text: #","personal":"#)
      section.bytes.append(contentsOf: personal)
    }
    if !erasable.tags.isEmpty {
      section.bytes.append(text: #","personalTags":"#)
      append(erasable.tags, to: &section)
    }
    if let fingerprint = erasable.fingerprint {
      section.bytes.append(text: #","fingerprint":"#)
      section.appendQuoted(fingerprint.rawValue)
    }
    let salt = erasable.salt ?? random.next(RecordFormat.saltBytes)
    precondition(salt.count == RecordFormat.saltBytes, "The salt does not have 16 bytes.")
    var hash = SHA256()
    hash.update(salt)
    hash.update(section.bytes)
    json.bytes.append(text: #","commitment":""#)
    json.bytes.append(hexadecimal: hash.finalize())
    json.bytes.append(text: #"","salt":""#)
    json.bytes.append(hexadecimal: salt)
    json.bytes.append(UInt8(ascii: "\""))
    json.bytes.append(contentsOf: section.bytes)
  }
}
