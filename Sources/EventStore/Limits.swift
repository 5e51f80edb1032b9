/// The maximum sizes. Each is tested on both sides.
public enum Limits {
  /// One record with its line feed, in bytes: 16 MiB.
  public static let recordBytes = 16 << 20
  /// The events of one append.
  public static let appendEvents = 1_000_000
  /// The records of one append, in bytes: 1 GiB.
  public static let appendBytes = 1 << 30
  /// Tags of one event.
  public static let tags = 64
  /// One tag, in UTF-8 bytes.
  public static let tagBytes = 1024
  /// An event's type, in characters.
  public static let typeCharacters = 200
  /// The nesting depth of arrays and objects in an event.
  public static let nesting = 64
  /// The commands waiting for the lock that are decided together, in bytes.
  package static let batchBytes = 4 << 20
  /// One command, in bytes. Well below a record, so that no command's event can exceed that.
  package static let commandBytes = 8 << 20
  /// Commands decided together.
  package static let batchCommands = 4096
  /// The time for which a batch continues to decide while another process waits for the lock, in
  /// nanoseconds of `SystemClock.ticks`. That process also waits for one more decision and one
  /// sync.
  package static let batchTicks: UInt64 = 50_000_000
  /// The events of one append in a request: others wait while they are encoded.
  package static let requestEvents = 10_000
  /// The items of a query in a request.
  package static let queryItems = 1000
  /// The types, and the tags, of all items of such a query together.
  package static let queryNames = 16_384
  /// Closed segments, which the manifest lists. At the limit the open one keeps growing.
  package static let closedSegments = 500_000
  /// The manifest, in bytes.
  package static let manifestBytes = 128 << 20
}

/// The ranges of numbers read from files. Checked on reading, so that all computations with them
/// stay far from the ends of `Int`.
extension Limits {
  /// The last position: 2^53, which every JSON reader represents exactly.
  package static let lastPosition = 1 << 53
  /// An offset or a length in a file, in bytes.
  static let fileBytes = 1 << 53
  /// The length at which a journal closes its segments, in bytes.
  public static let segmentBytes = 1...1 << 40
  /// Iterations of PBKDF2 for one password hash: the maximum takes some seconds.
  public static let passwordIterations = 1...100_000_000
}

extension Limits {
  /// Checks an append before its records are encoded. The JSON of the events is not read.
  package static func check(
    _ events: [NewEvent], _ cause: Cause?, at time: Timestamp
  ) throws(JournalError) {
    try check(time)
    if events.count > appendEvents {
      throw .tooLarge(what: "the number of events in one append", limit: appendEvents)
    }
    if let because = cause?.because, !(1...lastPosition).contains(because.rawValue) {
      throw .invalidEvent(reason: "no event has the position \(because.rawValue) of its cause")
    }
    for index in events.indices {
      try check(events[index].tags)
      if let erasable = events[index].erasable {
        try check(erasable.tags)
        try check(erasable.subjects)
        if let salt = erasable.salt, salt.count != RecordFormat.saltBytes {
          throw .invalidEvent(reason: "its salt does not have \(RecordFormat.saltBytes) bytes")
        }
      }
      if events[index].type.rawValue.isEmpty || events[index].version < 1 {
        throw .invalidEvent(reason: "it has no type, or a version below 1")
      }
      if let time = events[index].time { try check(time) }
      // No text has more characters than bytes, so counting those is enough.
      let type = events[index].type.rawValue
      if type.utf8.count > typeCharacters && type.count > typeCharacters {
        throw .tooLarge(what: "the length of a type in characters", limit: typeCharacters)
      }
    }
  }

  private static func check(_ time: Timestamp) throws(JournalError) {
    guard (.earliest ... .latest).contains(time) else {
      throw .invalidEvent(reason: "its time is not in the years 0000 to 9999")
    }
  }

  private static func check(_ tags: [Tag]) throws(JournalError) {
    if tags.count > Self.tags {
      throw .tooLarge(what: "the number of an event's tags", limit: Self.tags)
    }
    if tags.contains(where: { $0.rawValue.utf8.count > tagBytes }) {
      throw .tooLarge(what: "the length of a tag in bytes", limit: tagBytes)
    }
  }
}
