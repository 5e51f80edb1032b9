import PlatformLibc

/// The position up to which a consumer has processed the events of a journal: a file of one line
/// with a checksum in the journal's folder `consumers`, or a row on the journal's server.
package struct ConsumerCheckpoint: Sendable {
  package let name: String
  /// The last event processed; nil before the first.
  package private(set) var position: Position?
  /// The id of that event; nil if it was not stored.
  private var event: EventID?

  private let directory: JournalDirectory
  private let journal: JournalID

  private struct Record: Codable {
    let journal: JournalID
    let consumer: String
    let position: Position
    /// Nil at position 0. Earlier versions did not write it.
    let event: String?
  }

  /// Reads the checkpoint of the named consumer. Names follow the rule for ids.
  ///
  /// - Throws: `.consumerDamaged` if its file has no usable content.
  package init(
    _ name: String, in directory: JournalDirectory, of journal: JournalID
  ) throws(JournalError) {
    self.name = name
    self.directory = directory
    self.journal = journal
    if let origin = directory.origin {
      position = try origin.position(of: name)
      return
    }
    let path = directory.consumerPath(name)
    guard let bytes = try directory.contents(of: path, limit: Self.limit) else { return }
    guard let record = ChecksummedLine.decoded(Record.self, from: bytes), record.journal == journal,
      record.consumer == name,
      0...Limits.lastPosition ~= record.position.rawValue,
      record.event.map({ EventID($0) != nil }) ?? true
    else { throw .consumerDamaged(name: name, path: path) }
    position = record.position
    event = record.event.flatMap { EventID($0) }
  }

  /// The checkpoint of a consumer before its first event; a stored one is ignored.
  package init(
    atStart name: String, in directory: JournalDirectory, of journal: JournalID
  ) {
    self.name = name
    self.directory = directory
    self.journal = journal
  }

  private static let limit = 4096

  /// - Throws: `.exposed` if the journal belongs to another user, who could not read the files that
  ///   a move creates.
  package func requireMovable() throws(JournalError) {
    if directory.origin == nil { try directory.requireOwned() }
  }

  /// Whether the event at its position is the one that was handled. It is another one if the
  /// journal has lost its end and events were recorded again. A server that loses events loses the
  /// position with them.
  package func matches(_ reader: inout JournalReader) throws(JournalError) -> Bool {
    guard let position, let event else { return true }
    return try reader.withEvent(at: position) { $0.id } == event
  }

  /// Moves the checkpoint atomically and durably. In files: two syncs, and one more when the folder
  /// is created.
  ///
  /// - Parameter event: the id of the event at that position; nil at position 0.
  package mutating func move(to position: Position, _ event: EventID?) throws(JournalError) {
    try requireMovable()
    if let origin = directory.origin {
      try origin.move(name, to: position)
      (self.position, self.event) = (position, event)
      return
    }
    let record = Record(
      journal: journal, consumer: name, position: position, event: event?.description)
    let bytes = ChecksummedLine.encoded(record)
    try directory.createConsumersFolder()
    // Several processes may move one consumer, so each writes a file of its own.
    try directory.replace(
      directory.consumerPath(name), with: bytes,
      writing: directory.consumerPath("~\(name).\(getpid())"), in: directory.consumersPath)
    (self.position, self.event) = (position, event)
  }
}

extension ConsumerCheckpoint {
  /// Removes the temporary files of processes of this consumer that were killed. If one of them
  /// lives in another container, its move fails, and its event is handled again.
  package func removeLeftovers() {
    guard directory.origin == nil else { return }
    let (files, folder, prefix) = (directory.files, directory.consumersPath, "~\(name).")
    for file in DerivedFiles.ignoringFailure({ try files.namesIfAny(in: folder) }) ?? [] {
      guard file.hasPrefix(prefix), let process = pid_t(file.dropFirst(prefix.count)),
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      DerivedFiles.ignoringFailure { try files.remove("\(folder)/\(file)") }
    }
  }
}

extension JournalDirectory {
  var consumersPath: String { "\(path)/consumers" }

  /// Ids contain no tilde, so no consumer's file can have the name of a temporary file.
  func consumerPath(_ name: String) -> String { "\(consumersPath)/\(name)" }

  /// The names of the consumers, in order.
  package func consumers() throws(JournalError) -> [String] {
    if let origin { return try origin.consumers() }
    return try attempt("listing", consumersPath) { () throws(SystemError) in
      try files.namesIfAny(in: consumersPath).filter { !$0.hasPrefix("~") }.sorted()
    }
  }

  fileprivate func createConsumersFolder() throws(JournalError) {
    try attempt("making", consumersPath) { () throws(SystemError) in
      if try makeDirectory(consumersPath) { try files.syncDirectory(path) }
    }
  }
}
