/// The maximum sizes of events, appends, commands and files.
package enum Limits {
  /// One record with its line feed, in bytes: 16 MiB.
  package static let recordBytes = 16 << 20
  /// The events of one append.
  package static let appendEvents = 1_000_000
  /// The records of one append, in bytes: 1 GiB.
  package static let appendBytes = 1 << 30
  /// The records of one write, in bytes: 2 GiB. A longer rest of a segment is not the torn tail of
  /// one write.
  static let writeBytes = 2 << 30
  /// Tags of one event. Its personal tags and its subjects have the same limit each.
  package static let tags = 64
  /// One tag, in UTF-8 bytes.
  package static let tagBytes = 1024
  /// An event's type, in characters.
  package static let typeCharacters = 200
  /// The nesting depth of arrays and objects in an event's data.
  package static let nesting = 64
  /// The length at which a batch is full, in bytes: of its records, or of the lines read for it.
  package static let batchBytes = 4 << 20
  /// One command, in bytes. Half of `recordBytes`, since an event adds its metadata to the content
  /// of its command.
  package static let commandBytes = 8 << 20
  /// Commands decided together.
  package static let batchCommands = 4096
  /// The time for which a batch continues to decide while another process waits for the lock, in
  /// nanoseconds of `SystemClock.ticks`. That process also waits for one more decision and one
  /// sync.
  package static let batchTicks: UInt64 = 50_000_000
  /// The events of one append that a session requests. Other callers wait while they are encoded.
  package static let requestEvents = 10_000
  /// The items of a query that a session requests.
  package static let queryItems = 1000
  /// The types and tags of all items of such a query, counted together.
  package static let queryNames = 16_384
  /// Closed segments, all of which the manifest lists. At the limit no segment is closed any more,
  /// and the open one keeps growing.
  package static let closedSegments = 500_000
  /// A stored snapshot, in bytes. A larger file is not read.
  package static let snapshotBytes = 4 << 30
  /// The manifest, in bytes.
  package static let manifestBytes = 128 << 20
}

/// The ranges of numbers read from files. Checked on reading, so that all computations with them
/// stay far from the ends of `Int`.
extension Limits {
  /// The last position: 2^53, which every JSON reader represents exactly.
  package static let lastPosition = 1 << 53
  /// The versions of a payload's shape: numbers of at most 18 digits.
  static let versions = 1...999_999_999_999_999_999
  /// An offset or a length in a file, in bytes.
  static let fileBytes = 1 << 53
  /// The length at which a journal closes its segments, in bytes.
  package static let segmentBytes = 1...1 << 40
  /// Iterations of PBKDF2 for one password hash: the maximum takes some seconds.
  package static let passwordIterations = 1...100_000_000
}
