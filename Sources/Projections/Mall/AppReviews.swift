import Domain
import EventEngine

/// The ratings by users and by devices without a user, with the reviews.
public struct AppReviews: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The users' reviews in the order of registration, then the devices' in the order of
    /// installation.
    public let reviews: [Review]
  }

  public struct Review: Equatable, Sendable {
    public let reviewer: MallReviewer
    public let stars: AppStars
    /// Nil if there is only a rating.
    public let text: String?
  }

  public let state: AppOpinions

  public init(_ state: AppOpinions) { self.state = state }
}

extension AppReviews.Review: Encodable {
  private enum CodingKeys: CodingKey { case user, device, stars, text }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch reviewer {
    case .user(let user): try container.encode(user, forKey: .user)
    case .device(let device): try container.encode(device, forKey: .device)
    }
    try container.encode(stars, forKey: .stars)
    try container.encode(text, forKey: .text)
  }
}

extension AppReviews {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.reviews",
    Bilingual(ru: "Отзывы о приложении", en: "Reviews of the application"), shows: ["reviews"]
  )

  public func facts(for parameters: MallMomentParameters) -> Query {
    .of([MallUserRegistered.type, AppInstalled.type, AppRated.type, ReviewWritten.type])
  }

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let locale = context.locale
    let ofUsers = state.users.rows.compactMap { $0.review(by: .user($0.id), in: locale) }
    let ofDevices = state.devices.rows.compactMap { $0.review(by: .device($0.id), in: locale) }
    return Answer(reviews: ofUsers + ofDevices)
  }
}

extension AppOpinions.Opinion {
  fileprivate func review(by reviewer: MallReviewer, in locale: Language) -> AppReviews.Review? {
    stars.map { .init(reviewer: reviewer, stars: $0, text: text.text(in: locale)) }
  }
}
