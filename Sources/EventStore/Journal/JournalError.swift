/// A failure of the journal or its storage, as opposed to a refusal by the domain.
public enum JournalError: Error, Hashable, Sendable {
  /// There is no journal in this directory.
  case missing(path: String)
  /// A journal could not be created here.
  case cannotCreate(path: String, SystemError)
  /// Another process held the lock for the whole wait.
  case busy(path: String)
  /// The journal has a format that this engine does not read.
  case otherFormat(path: String, found: Int, known: Int)
  /// The journal is damaged, beyond the torn end of an unsynced append.
  case damaged(Damage)
  /// The open journal is no longer at its path: it was moved, removed or replaced by another one.
  /// The append in progress may be in the moved journal.
  case replaced(path: String)
  /// Others than the owner may write to the journal's folder, or this process is not its owner.
  case exposed(path: String, reason: String, remedy: String?)
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
  /// The input exceeds a limit.
  case tooLarge(what: String, limit: Int)
  /// The journal's key is missing or belongs to another journal.
  case keyUnavailable(path: String, reason: String)
  /// An event of a known type could not be decoded.
  case undecodable(position: Position, type: EventType, reason: String)
}

/// A defect of a journal and its place.
public struct Damage: Hashable, Sendable {
  public let path: String
  /// The position expected there, if known.
  public let position: Position?
  /// The offset in the file at which the damage begins, in bytes.
  public let offset: Int?
  public let reason: Reason

  public init(path: String, position: Position? = nil, offset: Int? = nil, reason: Reason) {
    self.path = path
    self.position = position
    self.offset = offset
    self.reason = reason
  }

  public enum Reason: Hashable, Sendable {
    /// The checksum does not match the record, or the record belongs to another journal.
    case checksum
    /// The line is not a record of this format.
    case malformed(String)
    /// The position does not follow that of the previous record.
    case position(found: Int)
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
    /// A segment that does not follow any other.
    case unexpectedFile
    /// A file among the segments that is not a segment.
    case strangeFile
    /// The file ends before its last record.
    case truncated
    case manifest(String)
    /// There are events but no manifest.
    case missingManifest
    case key(String)
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
    case .checksum: "the checksum does not fit (a changed byte, or a record of another journal)"
    case .malformed(let what): "no record: \(what)"
    case .position(let found): "the record says position \(found)"
    case .timeBackwards: "the time is earlier than that of the previous record"
    case .appendOrder: "the records of an append do not follow one another"
    case .commitment: "the erasable section is not the one that was recorded"
    case .unnamedErasure:
      "the personal data is missing, and no recorded erasure names this position: somebody removed "
        + "it by hand"
    case .notErased(let position):
      "it names position \(position), but the personal data there was not erased"
    case .root:
      "the events up to here differ from those recorded: the manifest has another root"
    case .missingSegment: "this segment is missing"
    case .unexpectedFile: "this segment does not follow any other"
    case .strangeFile: "this is no segment, and nothing else may lie here; move it away"
    case .truncated: "the segment ends before its last record"
    case .manifest(let what): "the manifest is damaged: \(what)"
    case .missingManifest:
      "the manifest is missing and there are events; restore it from a backup, or repeat the "
        + "import --records that was interrupted here"
    case .key(let what): "the key file is damaged: \(what)"
    }
  }
}

extension JournalError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing(let path): "no journal in \(path)"
    case .cannotCreate(let path, let error): "cannot create a journal in \(path): \(error)"
    case .busy(let path): "the journal in \(path) is busy"
    case .otherFormat(let path, let found, let known):
      found > known
        ? "\(path) is of format \(found), which a newer version of this engine has written; this one "
          + "reads format \(known)"
        : "\(path) is of format \(found), which was in use before version 1.0; this engine reads "
          + "format \(known)"
    case .damaged(let damage): "the journal is damaged: \(damage)"
    case .replaced(let path):
      "the journal that was open in \(path) is not there any more: it was moved or removed, or "
        + "another one was put in its place"
    case .exposed(let path, let reason, let remedy):
      "the journal's folder \(path) \(reason)" + (remedy.map { ": \($0) it" } ?? "")
    case .consumerDamaged(let name, let path):
      "the checkpoint of consumer \(name) is unknown: its file \(path) is damaged or belongs to "
        + "another journal"
    case .storageFailed(let doing, let path, let error): "\(doing) \(path): \(error)"
    case .outcomeUnknown(let path, let error):
      "writing to \(path) failed and could not be undone: \(error)"
    case .erasureUnfinished(let path, let reason):
      "the erasure in \(path) is recorded but not finished: \(reason)"
    case .erasedMeanwhile(let path):
      "personal data was erased from the journal in \(path) during every attempt to read it"
    case .conditionFailed: "the journal holds an event that the append condition forbids"
    case .tooLarge(let what, let limit): "\(what) exceeds the limit of \(limit)"
    case .keyUnavailable(let path, let reason): "the journal's key \(path) \(reason)"
    case .undecodable(let position, let type, let reason):
      "the event at position \(position) (\(type)) cannot be decoded: \(reason)"
    }
  }
}
