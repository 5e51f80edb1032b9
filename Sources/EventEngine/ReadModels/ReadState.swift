import EventStore

/// The type-erased state of one or more read models, which a tool folds, stores and compares.
package struct ReadState: Sendable {
  /// The name of the state and of its snapshots.
  package let name: String
  /// The version of the state's shape, for snapshots.
  package let version: SchemaVersion
  /// The types of all events that the state is folded from.
  package let factTypes: [EventType]
  /// Returns the digest of a snapshot's state; nil if the snapshot has another shape.
  package let digest: @Sendable (Snapshot) throws(PayloadEncodingError) -> Digest?

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
