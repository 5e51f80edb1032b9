import Domain
import EventEngine

/// In which language each user wants to read content.
struct UserLocales: Codable, Equatable, Sendable {
  private struct Reader: Identified {
    let id: ModsUserID
    var locale: ContentLocale
  }

  private var readers = Table<Reader>()

  /// What an answer depends on that is asked for `user`, unless it names a language itself.
  static func facts(for user: ModsUserID?, _ locale: ContentLocale?) -> Query? {
    guard locale == nil, let user else { return nil }
    return .of([ContentLocaleChosen.type], user.tag)
  }

  mutating func choose(_ fact: ContentLocaleChosen) {
    if let row = readers.find(fact.user) {
      readers[row].locale = fact.locale
    } else {
      readers.append(Reader(id: fact.user, locale: fact.locale))
    }
  }

  /// The language that is asked for, else the user's own; nil for the original. Somebody unknown
  /// has chosen none.
  func wanted(by user: ModsUserID?, _ locale: ContentLocale?) -> ContentLocale? {
    if let locale { return locale }
    guard let user, let row = readers.find(user) else { return nil }
    return readers[row].locale
  }
}

extension Query {
  /// With what else an answer depends on, if anything.
  static func | (left: Query, right: Query?) -> Query { right.map { left | $0 } ?? left }
}
