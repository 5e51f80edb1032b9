import Domain
import EventEngine

/// The parameters that the read models of the mods application share.
enum ModsQueryFields {
  static let user = Field<ModsUserID>.id("user")
  static let path = Field<ModPath>.id("path")
  static let locale = Field<ContentLocale>.contentLocale("locale")
  static let now = Field<Timestamp>.instant("now")

  static func key(_ path: ModPath, in locale: ContentLocale) -> JSONObject {
    [Self.path.name: .string(path.rawValue), Self.locale.name: .string(locale.rawValue)]
  }
}
