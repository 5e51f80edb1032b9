import EventEngine

extension Event {
  /// The samples from the first one to that after which there is no other.
  static func chain(_ sample: (Self?) -> Self?) -> [Self] {
    var samples: [Self] = []
    while let next = sample(samples.last) { samples.append(next) }
    return samples
  }

  /// The same event after the erasure of its personal data: what is decoded from its record without
  /// the erasable section.
  package var erased: Self {
    do {
      var encoder = PayloadEncoder()
      let recorded = try NewEvent(self, with: &encoder)
      var stored = storedEvent
      (stored.type, stored.version, stored.data) = (recorded.type, recorded.version, recorded.data)
      guard let event = try Self.catalog.event(of: stored) else { fatalError("\(self)") }
      return event
    } catch { fatalError("\(error)") }
  }
}

/// An event without personal data, as a journal returns it.
private let storedEvent: StoredEvent = {
  let directory = JournalDirectory("/journal", files: MemoryFileSystem())
  do {
    try directory.create(JournalSettings(timeZone: .utc), at: Timestamp(rawValue: 0))
    var writer = try JournalWriter.open(directory, wait: 0)
    let event = NewEvent(type: "test.happened", tags: [], data: Array("{}".utf8))
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([event], at: Timestamp(rawValue: 0))
    }
    var reader = try JournalReader.open(directory, wait: 0)
    guard let stored = try reader.event(at: Position(1)) else { fatalError("there is no event") }
    return stored
  } catch { fatalError("\(error)") }
}()
