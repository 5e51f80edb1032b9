/// The sizes nobody may exceed. Each is tested on both sides.
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
  /// How deep arrays and objects nest in what an event holds.
  public static let nesting = 64
  /// Bytes of commands waiting for the lock that are decided together.
  package static let batchBytes = 4 << 20
  /// One command, in bytes. Well below a record, so that no command's event can exceed that.
  package static let commandBytes = 8 << 20
  /// Commands decided together.
  package static let batchCommands = 4096
  /// How long a batch goes on deciding while another process waits for the lock, in nanoseconds of
  /// `SystemClock.ticks`: that process waits so long, and for one decision and one sync more.
  package static let batchTicks: UInt64 = 50_000_000
  /// The events of one append that a request asks for: they are encoded while others wait.
  package static let requestEvents = 10_000
  /// The items of a query that a request asks for.
  package static let queryItems = 1000
  /// The types, and the tags, of all items of such a query together.
  package static let queryNames = 16_384
  /// Closed segments; with so many the open one goes on growing. The manifest lists them.
  package static let closedSegments = 500_000
  /// The manifest, in bytes.
  package static let manifestBytes = 128 << 20
}

/// What a number may be that is read from a file. Checked where it is read, so that whatever is
/// computed with it stays far from the ends of `Int`.
extension Limits {
  /// The last position: 2^53, which every reader of JSON holds exactly.
  package static let lastPosition = 1 << 53
  /// An offset or a length in a file, in bytes.
  static let fileBytes = 1 << 53
  /// The length at which a journal closes its segments, in bytes.
  public static let segmentBytes = 1...1 << 40
  /// Iterations of PBKDF2 for one password hash: the greatest number takes some seconds.
  public static let passwordIterations = 1...100_000_000
}

extension Limits {
  /// What can be told of an append before its records are made.
  static func check(_ events: [NewEvent]) throws(JournalError) {
    if events.count > appendEvents {
      throw .tooLarge(what: "the number of events in one append", limit: appendEvents)
    }
    for index in events.indices {
      try check(events[index].tags)
      if let erasable = events[index].erasable {
        try check(erasable.tags)
        try check(erasable.subjects)
      }
      // No text has more characters than bytes, which need not be looked through.
      let type = events[index].type.rawValue
      if type.utf8.count > typeCharacters && type.count > typeCharacters {
        throw .tooLarge(what: "the length of a type in characters", limit: typeCharacters)
      }
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
