import EventStore

/// A source that catches up with what others record.
package protocol FollowingSource: RecordSource, ~Copyable {
  /// Catches up with everything recorded by now that is on stable storage. O(length of the new
  /// part).
  ///
  /// - Parameter wait: how long to wait for a batch in progress, in milliseconds.
  mutating func refresh(wait: Int) throws(JournalError)
}

extension JournalReader: FollowingSource {}
