import Domain
import EventEngine

/// The rating of the application and its links.
public struct AboutApp: Projection {
  public struct Parameters: Equatable, Sendable {
    /// The user or the device that would rate the application.
    public var reviewer: MallReviewer
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// True while the block for rating is shown, until the reviewer has rated.
    public let rating: Bool
    /// The links that are set.
    public let links: Links
  }

  public struct Links: Codable, Equatable, Sendable {
    public fileprivate(set) var route: WebAddress?
    public fileprivate(set) var privacy: WebAddress?
    public fileprivate(set) var terms: WebAddress?
    public fileprivate(set) var rules: WebAddress?
  }

  public let state: AppOpinions

  public init(_ state: AppOpinions) { self.state = state }
}

extension AboutApp.Links {
  mutating func set(_ link: MallLink, _ url: WebAddress) {
    switch link {
    case .route: route = url
    case .privacy: privacy = url
    case .terms: terms = url
    case .rules: rules = url
    }
  }

  /// Encodes only links that are set.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let route { try container.encode(route, forKey: .route) }
    if let privacy { try container.encode(privacy, forKey: .privacy) }
    if let terms { try container.encode(terms, forKey: .terms) }
    if let rules { try container.encode(rules, forKey: .rules) }
  }
}

extension AboutApp {
  public static let shape = QueryShape<Parameters>(
    "mall.about", Bilingual(ru: "О приложении", en: "About the application"),
    about: .tag("user"), .tag("device"),
    shows: ["rating", "links"],
    fields: [
      MallQueryFields.user.optional.noting(reviewerRule),
      MallQueryFields.device.optional.noting(reviewerRule),
    ]
  ) { form throws(FormError) in
    let user = try form.optional(MallQueryFields.user)
    let device = try form.optional(MallQueryFields.device)
    switch (user, device) {
    case (let user?, nil): return Parameters(reviewer: .user(user))
    case (nil, let device?): return Parameters(reviewer: .device(device))
    case (nil, nil): throw .missingField(MallQueryFields.user.name, takes: reviewerRule)
    case (_?, _?): throw .invalidField(MallQueryFields.device.name, takes: reviewerRule)
    }
  }

  private static let reviewerRule = Bilingual(
    ru: "либо user, либо device, но не оба", en: "either user or device, not both")

  private static let reviewerTypes = [
    MallUserRegistered.type, AppInstalled.type, AppRated.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.reviewerTypes, parameters.reviewer.tag) | .of([LinkSet.type])
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let hasRated =
      switch query.reviewer {
      case .user(let user): try state.users.require(user).stars != nil
      case .device(let device): try state.devices.require(device).stars != nil
      }
    return Answer(rating: !hasRated, links: state.links)
  }
}
