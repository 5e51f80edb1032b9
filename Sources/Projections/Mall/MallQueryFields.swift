import Domain
import EventEngine

/// The parameters that the mall's read models share.
enum MallQueryFields {
  static let user = Field<MallUserID>.id("user")
  static let device = Field<MallDeviceID>.id("device")
  static let object = Field<MallObjectID>.id("object")
  static let offer = Field<MallOfferID>.id("offer")
  static let news = Field<MallNewsID>.id("news")
  static let event = Field<HappeningID>.id("event")

  /// The parameters of an offer's page for `user`.
  static func key(_ offer: MallOfferID, for user: MallUserID) -> JSONObject {
    [Self.offer.name: .string(offer.rawValue), Self.user.name: .string(user.rawValue)]
  }

  /// The parameters of an event's page for `user`.
  static func key(_ event: HappeningID, for user: MallUserID) -> JSONObject {
    [Self.event.name: .string(event.rawValue), Self.user.name: .string(user.rawValue)]
  }
}

/// The parameters of a read model that depends on the viewer, who must exist if given.
public struct MallViewerParameters: Equatable, Sendable {
  public var user: MallUserID?
  public var now: Timestamp?
}

/// The parameters of a read model that depends on the time.
public struct MallMomentParameters: Equatable, Sendable {
  public var now: Timestamp?
}

extension QueryShape<MallViewerParameters> {
  init(toViewer name: String, _ summary: Bilingual, shows: [String]) {
    self.init(
      name, summary, shows: shows,
      fields: [MallQueryFields.user.optional, Field.now.optional]
    ) { form throws(FormError) in
      MallViewerParameters(
        user: try form.optional(MallQueryFields.user),
        now: try form.optional(Field.now))
    }
  }
}

extension QueryShape<MallMomentParameters> {
  init(ofMoment name: String, _ summary: Bilingual, shows: [String]) {
    self.init(name, summary, shows: shows, fields: [Field.now.optional]) {
      form throws(FormError) in
      MallMomentParameters(now: try form.optional(Field.now))
    }
  }
}
