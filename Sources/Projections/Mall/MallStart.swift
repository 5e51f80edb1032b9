import Domain
import EventEngine

/// The screen with which the application starts on a device.
public struct MallStart: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let screen: MallScreen
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallStart {
  public static let shape = QueryShape<MallDeviceID>(
    "mall.start",
    Bilingual(
      ru: "С какого экрана приложение открывается на устройстве",
      en: "The screen that the application opens with on a device"),
    shows: ["screen"], of: MallQueryFields.device)

  private static let deviceTypes = [
    AppInstalled.type, MallOnboardingFinished.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]

  /// The facts about the device, then about the steps of the users that were signed in on it.
  public func facts(for device: MallDeviceID) -> Query {
    Query.of(Self.deviceTypes, device.tag)
      .adding(PeopleRegistry.stepTypes, anyOf: state.guests(of: device).map(\.tag))
  }

  public func answer(to device: MallDeviceID, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let device = try state.devices.require(device)
    guard device.hasFinishedOnboarding else { return Answer(screen: .onboarding) }
    let person = device.user.flatMap { state.all.find($0) }.map { state.all[$0] }
    return Answer(screen: person?.openStep ?? .home)
  }
}
