extension NewEvent {
  /// Checks an append whose JSON and digests this package has written, before its records are
  /// encoded.
  ///
  /// - Throws: `.invalidEvent` and `.tooLarge`: a journal with such records would be damaged.
  package static func check(
    _ events: [NewEvent], _ cause: Cause?, at time: Timestamp
  ) throws(JournalError) {
    try check(time)
    if events.count > Limits.appendEvents {
      throw .tooLarge(.appendEvents, limit: Limits.appendEvents)
    }
    try check(cause?.because)
    for index in events.indices { try events[index].check() }
  }

  private static func check(_ because: Position?) throws(JournalError) {
    guard let because, !(1...Limits.lastPosition).contains(because.rawValue) else { return }
    throw .invalidEvent(reason: "no event has the position \(because.rawValue) of its cause")
  }

  /// Checks an append whose JSON and digests come from outside this package. O(its length).
  ///
  /// - Throws: `.invalidEvent` and `.tooLarge`.
  package static func checkWithJSON(_ events: [NewEvent], _ cause: Cause?) throws(JournalError) {
    try check(events, cause, at: .earliest)
    for index in events.indices {
      try checkObject(events[index].data, "data")
      guard let erasable = events[index].erasable else { continue }
      if let personal = erasable.personal { try checkObject(personal, "personal") }
      if let digest = erasable.fingerprint?.rawValue,
        JSONWriter.escaped(digest) != Array(digest.utf8)
      {
        throw .invalidEvent(reason: "its fingerprint is not a digest")
      }
    }
  }

  private func check() throws(JournalError) {
    guard !type.rawValue.isEmpty, Limits.versions.contains(version.rawValue) else {
      throw .invalidEvent(reason: "it has no type, or its version is not a number from 1")
    }
    // No text has more characters than bytes, so characters are counted only if there are many
    // bytes.
    if type.rawValue.utf8.count > Limits.typeCharacters
      && type.rawValue.count > Limits.typeCharacters
    {
      throw .tooLarge(.typeCharacters, limit: Limits.typeCharacters)
    }
    if let time { try Self.check(time) }
    try Self.check(because)
    try Self.check(tags)
    if let erasable { try Self.check(erasable) }
  }

  private static func check(_ time: Timestamp) throws(JournalError) {
    guard time.isRepresentable else {
      throw .invalidEvent(reason: "its time is not in the years 0000 to 9999")
    }
  }

  private static func check(_ tags: [Tag]) throws(JournalError) {
    if tags.count > Limits.tags {
      throw .tooLarge(.tags, limit: Limits.tags)
    }
    if tags.contains(where: { $0.rawValue.utf8.count > Limits.tagBytes }) {
      throw .tooLarge(.tagBytes, limit: Limits.tagBytes)
    }
  }

  private static func check(_ erasable: Erasable) throws(JournalError) {
    try check(erasable.tags)
    try check(erasable.subjects)
    if erasable.personal != nil, erasable.subjects.isEmpty {
      throw .invalidEvent(reason: "no erasure would reach its personal data: it has no subjects")
    }
    if let salt = erasable.salt, salt.count != RecordFormat.saltBytes {
      throw .invalidEvent(reason: "its salt does not have \(RecordFormat.saltBytes) bytes")
    }
  }

  private static func checkObject(_ object: [UInt8], _ name: String) throws(JournalError) {
    guard object.count <= Limits.recordBytes else {
      throw .tooLarge(.recordBytes, limit: Limits.recordBytes)
    }
    guard RecordWriter.isObjectInOneLine(object) else {
      throw .invalidEvent(reason: "\"\(name)\" is not a JSON object without white space around it")
    }
    do throws(JSONSyntaxError) {
      try JSONSyntax.check(object, limits: JSONLimits(depth: Limits.nesting))
    } catch { throw .invalidEvent(reason: "\"\(name)\": \(error)") }
  }
}
