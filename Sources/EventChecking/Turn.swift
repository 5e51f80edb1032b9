import EventEngine

/// One step of a story.
public enum Turn: Hashable, Sendable {
  /// Sends a command.
  case command(JSONObject)
  /// Erases a subject's personal data.
  case erasure(Tag, at: Timestamp)

  /// The turn as an object. `issue` holds the command as `replay-tool issue` reads it; or `erase`
  /// holds the subject and `at` the time, as `replay-tool erase` reads them.
  package var json: JSONValue {
    switch self {
    case .command(let command): .object(["issue": .object(command)])
    case .erasure(let subject, let time):
      .object(["erase": .string(subject.rawValue), "at": .string(time.rfc3339)])
    }
  }
}
