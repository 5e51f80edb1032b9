/// Secrets that events name, in the order that keeps them: secret, event, all clear.
extension JournalWriter {
  /// Keeps a secret that an event of the batch names by its key. When this returns it is on stable
  /// storage, before the event is; should the batch fail, the next one drops it.
  package mutating func keep(_ secret: StoredSecret) throws(JournalError) {
    precondition(isInBatch, "Keeping a secret needs the lock.")
    try SecretStore(reader.directory).keep(secret)
    hasStoredSecret = true
  }

  /// A batch that failed after a secret was kept leaves a key that no event names.
  mutating func dropUnrecordedSecrets() throws(JournalError) {
    guard try reader.directory.has(SecretStore.mark) else { return }
    try SecretStore(reader.directory).dropUnrecorded { (key) throws(JournalError) in
      var isRecorded = false
      try reader.forEach(Query([.init(tags: [key.tag])])) { _ in
        isRecorded = true
        return false
      }
      return isRecorded
    }
  }
}
