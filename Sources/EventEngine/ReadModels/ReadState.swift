import EventStore

/// A state that answers are given from, its type erased: what a tool folds, keeps and compares.
public struct ReadState: Sendable {
  public let name: String
  /// Of its shape, for snapshots.
  public let version: SchemaVersion
  /// The types of all events that it is made of.
  public let factTypes: [EventType]
  /// The digest of a snapshot's state; nil for one of another shape.
  public let digest: @Sendable (Snapshot) throws(PayloadEncodingError) -> Digest?

  init<State: StoredState>(_ state: State.Type) {
    name = State.name
    version = State.version
    factTypes = State.factTypes
    digest = { (snapshot) throws(PayloadEncodingError) in
      let fold = Fold<State>()
      return fold.resume(from: snapshot) ? try fold.digest() : nil
    }
  }
}
