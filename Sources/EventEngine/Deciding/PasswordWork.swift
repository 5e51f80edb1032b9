import EventStore

/// Slow hashing that a command waits for; done outside the journal's lock.
public enum PasswordWork: Equatable, Sendable {
  /// Make a hash of a new password.
  case hash(Secret)
  /// Compare a password with a recorded hash; with none (an unknown login) the same work is done
  /// and nothing matches, so that time tells nothing.
  case verify(Secret, against: PasswordHash?)
}

/// The outcome of `PasswordWork`.
public enum PasswordResult: Equatable, Sendable {
  case hashed(PasswordHash)
  case verified(against: PasswordHash?, matches: Bool)
}
