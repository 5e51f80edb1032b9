import EventEngine

/// The tags, actors and ids of a journal's last events that begin with the typed text, for
/// completion.
struct RecordedValues {
  private static let mostEvents = 20_000
  private static let mostWords = 200

  let kind: String
  /// If `kind` is the name of a field: the keys of the tags that have its values.
  let keys: Set<String>
  let prefix: String

  /// Returns the words in order; none if the journal cannot be read.
  func find(in common: CommonOptions) -> [String] {
    var found: Set<String> = []
    do throws(JournalError) {
      var reader = try common.openReader()
      let start = Position(max(0, reader.head.rawValue - Self.mostEvents))
      try reader.forEach(after: start) { view in
        for word in words(of: view) where word.hasPrefix(prefix) && word.isBare {
          found.insert(word)
        }
        return found.count < Self.mostWords
      }
    } catch { return [] }
    return found.sorted()
  }

  private func words(of view: RecordView) -> [String] {
    switch kind {
    case "tag": view.tags.map(\.rawValue)
    case "actor": view.actor.map { [$0] } ?? []
    case "command-id": view.commandID.map { [$0] } ?? []
    case "correlation": view.cause?.correlation.map { [$0] } ?? []
    default:
      view.tags.filter { keys.contains(String($0.key)) }
        .map { String($0.rawValue.dropFirst($0.key.count + 1)) }
    }
  }
}

extension String {
  /// Whether the text has only characters that no shell interprets.
  fileprivate var isBare: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "._-:/@+%".unicodeScalars.contains(scalar)
      }
  }
}
