/// Crash-safe storage of secrets. A writer of files creates the mark `secrets/unrecorded`, stores
/// the secret, appends the event and removes the mark. On a server, one transaction records the
/// secret and the event.
extension JournalWriter {
  /// Stores a secret that an event of the batch names by its key. In files, the secret is on stable
  /// storage when this returns, before the event is; if the batch fails, the next batch removes the
  /// secret. On a server, the secret is recorded with the batch.
  package mutating func store(_ secret: StoredSecret) throws(JournalError) {
    precondition(isInBatch, "A secret stored outside of a batch, without the lock.")
    if let origin {
      return try origin.store(key.get().seal(secret), as: secret.key)
    }
    try SecretStore(reader.directory).store(secret)
    hasStoredSecret = true
  }

  /// Removes the secrets that no event names: a batch that failed after storing a secret leaves
  /// one.
  mutating func dropUnrecordedSecrets() throws(JournalError) {
    guard try reader.directory.has(SecretStore.mark) else { return }
    try SecretStore(reader.directory).dropUnrecorded { (key) throws(JournalError) in
      try reader.hasEvent(matching: Query([.init(tags: [key.tag])]))
    }
  }
}
