import Domain
import EventEngine

/// The users' languages for the catalogue. Every choice is valid.
public struct ContentLocales: Unconditional {
  public enum Command: Equatable, Sendable {
    case choose(ContentLocale, by: ModsUserID)
  }

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .choose(let locale, let user):
      [.contentLocaleChosen(ContentLocaleChosen(user: user, locale: locale))]
    }
  }
}

extension ContentLocales {
  private static let locale = Field<ContentLocale>.contentLocale("locale")

  public static let shapes = [
    CommandShape<Command>(
      "mods.setLocale", by: .person,
      .init(ru: "Выбрать язык каталога", en: "Choose the language of the catalogue"),
      fields: [locale.required]
    ) { form throws(FormError) in
      .choose(try form.required(locale), by: form.modsUser)
    }
  ]
}
