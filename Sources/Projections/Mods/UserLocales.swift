import Domain
import EventEngine

/// The preferred content language of each user.
struct UserLocales: Codable, Equatable, Sendable {
  private struct Reader: Identified {
    let id: ModsUserID
    var locale: ContentLocale
  }

  private var readers = Table<Reader>()

  /// The facts that determine the language of an answer for `user`; nil if the query names a
  /// language or no user.
  static func facts(for user: ModsUserID?, _ locale: ContentLocale?) -> Query? {
    guard locale == nil, let user else { return nil }
    return .of([ContentLocaleChosen.type], user.tag)
  }

  mutating func choose(_ fact: ContentLocaleChosen) {
    readers.change(fact.user, orAppend: Reader(id: fact.user, locale: fact.locale)) {
      $0.locale = fact.locale
    }
  }

  /// The language of the query, or else the user's own; nil: the original. An unknown user has no
  /// preference.
  func preferredLocale(of user: ModsUserID?, requested locale: ContentLocale?) -> ContentLocale? {
    if let locale { return locale }
    guard let user, let row = readers.find(user) else { return nil }
    return readers[row].locale
  }
}
