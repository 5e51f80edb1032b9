/// A failure of the journal or its storage, as opposed to a refusal by the domain.
public enum JournalError: Error, Hashable, Sendable {
  /// There is no journal in this folder, or of this name on the server.
  case missing(path: String)
  /// A journal could not be created here.
  case cannotCreate(path: String, SystemError)
  /// No journal can have this path or these settings, for this reason, in English and Russian.
  case invalidJournal(reason: String, ru: String)
  /// Another process, or another writer of this one, held the lock for the whole wait.
  case busy(path: String)
  /// The journal has a format that this engine does not read.
  case otherFormat(path: String, found: Int, known: Int)
  /// The journal is damaged. A torn tail alone is no damage.
  case damaged(Damage)
  /// The open journal is no longer at its path: it was moved, removed or replaced by another one.
  /// The append in progress may be in the moved journal.
  case replaced(path: String)
  /// Others than the journal's owner or its writers can change the files at the path.
  case exposed(path: String, Exposure)
  /// The engine was closed before the call; nothing was recorded.
  case closed(path: String)
  /// The checkpoint file of a consumer cannot be used.
  case consumerDamaged(name: String, path: String)
  /// A file could not be read or written; nothing was recorded.
  case storageFailed(doing: String, path: String, SystemError)
  /// A write could be neither finished nor undone. Opening the journal again shows whether it was
  /// recorded.
  case outcomeUnknown(path: String, SystemError)
  /// An erasure is recorded but not yet complete; the next writer resumes it.
  case erasureUnfinished(path: String, reason: String)
  /// An erasure interrupted every attempt to read the journal as of one moment.
  case erasedMeanwhile(path: String)
  /// The journal holds an event that the condition forbids.
  case conditionFailed
  /// An event, or its cause, that a journal cannot hold; nothing of its append was recorded.
  case invalidEvent(reason: String)
  /// The input exceeds a limit.
  case tooLarge(Quantity, limit: Int)
  /// The journal's key, or a secret beside it, cannot be used.
  case keyUnavailable(path: String, reason: KeyDefect)
  /// The server of the journal cannot be used. The journal is named by its URL, which contains no
  /// password.
  case origin(String, OriginFailure)
  /// An event of a known type could not be decoded.
  case undecodable(position: Position, type: EventType, reason: String)

  /// A number that has a limit, with its English description.
  public enum Quantity: String, Hashable, Sendable {
    /// At most a million.
    case appendEvents = "the number of events in one append"
    /// At most 1 GiB.
    case appendBytes = "the length of an append in bytes"
    /// At most 2 GiB.
    case batchBytes = "the length of a batch in bytes"
    /// At most 16 MiB.
    case recordBytes = "the length of a record in bytes"
    /// At most 200.
    case typeCharacters = "the length of a type in characters"
    /// At most 64; as many personal tags, and as many subjects.
    case tags = "the number of an event's tags"
    /// At most 1024.
    case tagBytes = "the length of a tag in bytes"
  }
}

/// The reason why a journal is not only in the hands of its owner.
public enum Exposure: Hashable, Sendable {
  /// Users other than the owner may write to the folder or the file.
  case writable(permissions: String)
  /// The folder belongs to another user, who could not read what this process writes.
  case otherOwner
  /// A folder of the journal, or its manifest, is a symbolic link: it may be that of another
  /// journal, too, whose writers hold another lock.
  case linkedFolder
  /// The open segment has a second name, a hard link: another folder may share it.
  case linkedFile

  fileprivate func text(_ path: String) -> String {
    let word = path.shellWord
    return switch self {
    case .writable(let permissions):
      "\(path) may be written to by others (mode \(permissions)): chmod go-w \(word)"
    case .otherOwner: "the journal's folder \(path) belongs to another user"
    case .linkedFolder:
      "\(path) is a link: put what it leads to in its place, or move the whole journal and link to "
        + "that"
    case .linkedFile:
      "\(path) has a second name (a hard link), and both may be written to: give the journal a copy "
        + "of its own with cp -p \(word) \(word).new && mv \(word).new \(word)"
    }
  }
}

/// A defect of a journal and its place.
public struct Damage: Hashable, Sendable {
  /// The damaged file.
  public let path: String
  /// The position expected there, if known.
  public let position: Position?
  /// The offset in the file at which the damage begins, in bytes.
  public let offset: Int?
  /// The kind of damage.
  public let reason: Reason

  /// Creates a finding at a place in a file.
  package init(path: String, position: Position? = nil, offset: Int? = nil, reason: Reason) {
    self.path = path
    self.position = position
    self.offset = offset
    self.reason = reason
  }

  /// The kinds of damage.
  public enum Reason: Hashable, Sendable {
    /// The checksum does not match the record, or the record belongs to another journal.
    case checksum
    /// The line is not a record of this format, for this reason, in English and Russian.
    indirect case malformed(String, ru: String)
    /// The position does not follow that of the previous record.
    case position(found: Int, expected: Int)
    /// The time is before that of the previous record.
    case timeBackwards
    /// The record's place in its append does not follow that of the previous record.
    case appendOrder
    /// The commitment does not match the erasable section.
    case commitment
    /// The erasable section is missing and no erasure names the record.
    case unnamedErasure
    /// An erasure names the record at this position, but its erasable section is still there or
    /// never existed.
    case notErased(Position)
    /// The events up to the end of a closed segment do not match its root.
    case root
    /// A segment is missing.
    case missingSegment
    /// There is a segment that does not continue the others.
    case unexpectedSegment
    /// There is a file among the segments that is not a segment.
    case foreignFile
    /// The file ends before the last record that it must contain, or after it.
    case truncated
    /// The manifest cannot be used, for this reason, in English and Russian.
    indirect case manifest(String, ru: String)
    /// There are events but no manifest.
    case missingManifest
  }
}

extension Damage {
  /// Whether the manifest is missing or unusable, so that the rest cannot be checked.
  package var isOfManifest: Bool {
    switch reason {
    case .manifest, .missingManifest: true
    default: false
    }
  }
}

extension Damage: CustomStringConvertible {
  public var description: String {
    var place = path
    if let position { place += ", position \(position)" }
    if let offset { place += ", byte \(offset)" }
    return "\(place): \(reason)"
  }
}

extension Damage.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .checksum: "checksum mismatch (a changed byte, or a record of another journal)"
    case .malformed(let what, _): "not a record: \(what)"
    case .position(let found, let expected): "the record says position \(found), not \(expected)"
    case .timeBackwards: "the time is earlier than the previous record's"
    case .appendOrder: "the records of an append are out of order"
    case .commitment: "the erasable section does not match its commitment"
    case .unnamedErasure:
      "the personal data is missing, but no erasure names this position: it was removed by hand, or "
        + "the event of its erasure is lost"
    case .notErased(let position):
      "this erasure names position \(position), but the record there still has its personal data "
        + "or never had any"
    case .root:
      "the events up to here do not match the root that was recorded with them"
    case .missingSegment: "this segment is missing"
    case .unexpectedSegment: "unexpected segment: it does not continue the others"
    case .foreignFile: "not a segment, and nothing else belongs here; move it away"
    case .truncated: "the segment does not end with its last record"
    case .manifest(let what, _): "the manifest is damaged: \(what)"
    case .missingManifest:
      "the manifest is missing, but there are events; restore it from a backup, or repeat the "
        + "import --records that was interrupted here; after an interrupted copy (restore, backup, "
        + "recover), remove the folder and copy again"
    }
  }
}

extension JournalError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path): "no journal in \(path)"
    case .cannotCreate(let path, .exists):
      "cannot create a journal in \(path): the folder contains other files"
    case .cannotCreate(let path, let error): "cannot create a journal in \(path): \(error)"
    case .invalidJournal(let reason, _): "the path or the settings of a journal: \(reason)"
    case .busy(let path): "the journal in \(path) is busy"
    case .otherFormat(let path, let found, let known):
      found > known
        ? "\(path) has format \(found), which a newer version has written; this version reads "
          + "format \(known)"
        : "\(path) has format \(found), which was used before version 1.0; this version reads "
          + "format \(known)"
    case .damaged(let damage): "the journal is damaged: \(damage)"
    case .replaced(let path):
      "the journal that was opened in \(path) is no longer there: it was moved, removed or replaced"
    case .exposed(let path, let reason): reason.text(path)
    case .closed(let path): "the engine of the journal in \(path) was closed"
    case .consumerDamaged(let name, let path):
      "the position of the consumer \(name) is unknown: its file \(path) is damaged or belongs to "
        + "another journal"
    case .storageFailed(let doing, let path, let error): "\(doing) \(path): \(error)"
    case .outcomeUnknown(let path, let error):
      "writing to \(path) failed and could not be undone: \(error)"
    case .erasureUnfinished(let path, let reason):
      "the erasure in \(path) is recorded but not finished: \(reason)"
    case .erasedMeanwhile(let path):
      "personal data was erased from the journal in \(path) during every attempt to read it"
    case .conditionFailed: "an event that the append condition forbids exists"
    case .invalidEvent(let reason): "the event cannot be recorded: \(reason)"
    case .tooLarge(let what, let limit): "\(what.rawValue) exceeds the limit of \(limit)"
    case .keyUnavailable(let path, let reason): reason.text(path)
    case .origin(let name, let failure): "\(name): \(failure.reason)"
    case .undecodable(let position, let type, let reason):
      "the event at position \(position) (\(type)) cannot be decoded: \(reason)"
    }
  }
}
