import Domain
import EventEngine

/// The messages of refused queries, in both languages.
enum ModsReadModelTexts {
  static func unknown(_ path: ModPath) -> Bilingual {
    Bilingual(ru: "Мода \(path) нет", en: "There is no mod \(path)")
  }

  static let unsigned = Bilingual(
    ru: "Запрос не подписан действующим секретом: нужны signature и signedAt",
    en: "The request is not signed with the current secret: it takes signature and signedAt")
  static let wrongSignature = Bilingual(
    ru: "Запрос не подписан действующим секретом",
    en: "The request is not signed with the current secret")
  static let notSignedNow = Bilingual(
    ru: "Запрос подписан не сейчас: signedAt отличается от now больше чем на 60 секунд",
    en: "The request is not signed for this moment: signedAt is more than 60 seconds from now")
  static let nowInThePast = Bilingual(
    ru: "Последнее событие журнала позже, чем now: до его времени подписи не принимаются",
    en: "The journal's last event is later than now: no signature is accepted before its time")
  static let pastWithoutNow = Bilingual(
    ru: "Чтобы спросить о прошлом или без некоторых событий, задайте now — текущее время, для "
      + "которого запрос подписан",
    en: "A query about the past, or without some events, takes the parameter now, the current "
      + "time for which the request is signed")

  static func analyticsDays(atMost count: Int) -> Bilingual {
    Bilingual(
      ru: "не больше \(count) дней от from до to",
      en: "at most \(count) days between from and to")
  }

  /// - Parameter locale: the language asked for; nil for the original.
  static func unset(_ document: LegalDocument, in locale: ContentLocale?) -> Bilingual {
    let language = Bilingual(
      ru: locale == nil ? "" : " на этом языке", en: locale == nil ? "" : " in this language")
    return switch document {
    case .privacy:
      Bilingual(
        ru: "Политика конфиденциальности\(language.ru) не задана",
        en: "The privacy policy is not set\(language.en)")
    case .terms:
      Bilingual(
        ru: "Условия использования\(language.ru) не заданы",
        en: "The terms of use are not set\(language.en)")
    }
  }
}
