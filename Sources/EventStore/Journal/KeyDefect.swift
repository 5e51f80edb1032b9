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
  /// The file of a secret is damaged.
  case damagedSecret
  /// The file of a secret has another secret than its event names.
  case otherSecret
  /// The name of a secret cannot be a file name.
  case impossibleSecretName
}

extension KeyDefect {
  /// The defect of the key or the secret at a path.
  func text(_ path: String) -> String {
    switch self {
    case .missing: "the journal's key \(path) is missing"
    case .ofAnotherJournal: "the journal's key \(path) belongs to another journal"
    case .withoutKey: "the journal's key \(path) does not contain a key"
    case .open(let permissions):
      "the journal's key \(path) may be read by others (mode \(permissions)): chmod 600 \(path)"
    case .damagedSecret: "the secret \(path) is damaged"
    case .otherSecret: "\(path) is not the secret that its event names; restore it from a backup"
    case .impossibleSecretName: "the secret \(path) has a name that no file can have"
    }
  }
}
