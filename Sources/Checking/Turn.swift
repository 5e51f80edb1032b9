import EventStore

/// What somebody does in a story.
public enum Turn: Hashable, Sendable {
  /// Sends a command.
  case command(JSONObject)
  /// Erases a subject's personal data.
  case erasure(Tag, at: Timestamp)

  /// The command as `replay-tool issue` takes it; an erasure as its subject and its time.
  public var json: JSONValue {
    switch self {
    case .command(let command): .object(command)
    case .erasure(let subject, let time):
      .object(["erase": .string(subject.rawValue), "at": .string(time.rfc3339)])
    }
  }
}
