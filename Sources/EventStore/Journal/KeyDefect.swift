/// The reason why a journal's key, or a secret beside it, cannot be used.
public enum KeyDefect: Hashable, Sendable {
  /// There is no file.
  case missing
  /// The key belongs to another journal.
  case ofAnotherJournal
  /// The file holds no key.
  case withoutKey
  /// Other users can read the file, which has these permissions in octal.
  case open(permissions: String)
  /// The file is damaged.
  case damaged
  /// The name of a secret cannot be a file name.
  case impossibleName
}

extension KeyDefect: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "is missing"
    case .ofAnotherJournal: "belongs to another journal"
    case .withoutKey: "does not contain a key"
    case .open(let permissions): "may be read by others (mode \(permissions)): chmod 600 it"
    case .damaged: "is damaged"
    case .impossibleName: "cannot contain a key of this name"
    }
  }
}
