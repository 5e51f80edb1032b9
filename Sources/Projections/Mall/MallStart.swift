import Domain
import EventEngine

/// The screen with which the application starts on a device.
public struct MallStart: Projection {
  public struct Parameters: Equatable, Sendable {
    public var device: MallDeviceID
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let screen: MallScreen
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallStart {
  public static let shape = QueryShape<Parameters>(
    "mall.start", Bilingual(ru: "С чего начинается приложение", en: "The first screen of a device"),
    about: .tag("device"), shows: ["screen"], fields: [MallQueryFields.device.required]
  ) { form throws(FormError) in
    Parameters(device: try form.required(MallQueryFields.device))
  }

  private static let deviceTypes = [
    AppInstalled.type, MallOnboardingFinished.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]

  /// The facts about the device, then about the steps of the users that were signed in on it.
  public func facts(for parameters: Parameters) -> Query {
    Query.of(Self.deviceTypes, parameters.device.tag)
      .adding(PeopleRegistry.stepTypes, anyOf: state.guests(of: parameters.device).map(\.tag))
  }

  public func answer(to query: Parameters, _ asking: QueryContext) throws(QueryRefusal) -> Answer {
    let device = try state.devices.require(query.device)
    guard device.hasFinishedOnboarding else { return Answer(screen: .onboarding) }
    let person = device.user.flatMap { state.all.find($0) }.map { state.all[$0] }
    return Answer(screen: person?.openStep ?? .home)
  }
}
