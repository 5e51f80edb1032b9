import Domain
import EventEngine

/// The users' languages for the catalogue. Every choice is valid.
public struct ContentLocales: Unconditional {
  public typealias Command = ContentLocaleChosen

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    [.contentLocaleChosen(command)]
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
      ContentLocaleChosen(user: form.modsUser, locale: try form.required(locale))
    }
  ]
}
