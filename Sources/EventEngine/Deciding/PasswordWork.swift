import EventStore

/// Slow password hashing, done before the decision and outside the journal's lock.
public enum PasswordWork: Equatable, Sendable {
  /// Hash a new password.
  case hash(Secret)
  /// Compare a password with a recorded hash. Without a hash (for an unknown login) the same work
  /// is done and the result is no match, so that the timing reveals nothing.
  case verify(Secret, against: PasswordHash?)
}

/// The result of `PasswordWork`.
public enum PasswordResult: Equatable, Sendable {
  /// The hash of a new password.
  case hashed(PasswordHash)
  /// Whether a password matches the recorded hash; never without a hash.
  case verified(against: PasswordHash?, matches: Bool)
}
