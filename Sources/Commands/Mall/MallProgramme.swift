import Domain
import EventEngine

/// The global settings of the mall: link targets and rewards.
public struct MallProgramme: Unconditional {
  public enum Command: Equatable, Sendable {
    case setLink(MallLink, WebAddress)
    case configurePoints(PointsPlan)
  }

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .setLink(let link, let url): [.linkSet(LinkSet(link: link, url: url))]
    case .configurePoints(let plan): [.pointsConfigured(PointsConfigured(plan: plan))]
    }
  }
}

extension MallProgramme {
  private static let link = Field<MallLink>.word("link")
  private static let url = Field.url("url")
  private static let registration = MallFields.points("registration")
  private static let referrer = MallFields.points("referrer")
  private static let referred = MallFields.points("referred")
  private static let survey = MallFields.points("survey")
  private static let referralTitle = Field<MallTitle>.text("referralTitle")

  public static let shapes = [
    CommandShape<Command>(
      "mall.setLink", by: .admin,
      .init(
        ru: "Задать ссылку «Как добраться» или на документ",
        en: "Set the link to directions or to a document"),
      fields: [link.required, url.required]
    ) { form throws(FormError) in
      .setLink(try form.required(link), try form.required(url))
    },
    CommandShape<Command>(
      "mall.configurePoints", by: .admin,
      .init(
        ru: "Задать, за что и сколько баллов начислять",
        en: "Set what points are given for, and how many"),
      fields: [
        registration.required, referrer.required, referred.required, survey.required,
        referralTitle.required,
      ]
    ) { form throws(FormError) in
      .configurePoints(
        PointsPlan(
          registration: try form.required(registration), referrer: try form.required(referrer),
          referred: try form.required(referred), survey: try form.required(survey),
          referralTitle: try form.required(referralTitle)))
    },
  ]
}
