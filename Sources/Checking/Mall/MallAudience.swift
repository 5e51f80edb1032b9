import Domain
import EventChecking
import EventEngine

/// The devices of the mall, with the notifications and the first screen that each must show. Here,
/// each announcement is copied immediately to the devices that it concerns.
struct MallAudience {
  private struct Device {
    var isOnboarded = false
    var isEnabled = false
    var user: MallUserID?
    /// Oldest first.
    var notifications: [String] = []
  }

  private var devices: [MallDeviceID: Device] = [:]
  private var screens: [MallUserID: MallScreen] = [:]

  /// - Parameter visitors: the users who are registered for each event.
  mutating func apply(_ event: Recorded<MallEvent>, visitors: [HappeningID: [MallUserID: Int]]) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .account(.signedIn(let fact)): signIn(fact)
    case .account(.signedOut(let fact)): devices[fact.device]?.user = nil
    case .profile(let fact): apply(fact)
    case .happening(.scheduled(let fact)):
      deliver("Новое мероприятие: «\(fact.content.title)»", event) { _ in true }
    case .happening(.cancelled(let fact)):
      deliver("Мероприятие «\(fact.title)» отменено", event) { device in
        device.user.map { visitors[fact.event]?[$0] != nil } ?? false
      }
    case .code, .review, .object, .offer, .news, .programme, .gift, .transaction,
      .account(.registered), .account(.phoneChanged), .happening(.edited), .happening(.joined),
      .happening(.left):
      break
    }
  }

  private mutating func deliver(
    _ text: String, _ event: Recorded<MallEvent>, to isIncluded: (Device) -> Bool
  ) {
    for (id, device) in devices where device.isEnabled && isIncluded(device) {
      devices[id]?.notifications.append("\(event.time) \(text)")
    }
  }

  private mutating func apply(_ fact: DeviceFact) {
    switch fact {
    case .installed(let fact): devices[fact.device] = Device()
    case .onboardingFinished(let fact): devices[fact.device]?.isOnboarded = true
    case .notificationsChanged(let fact): devices[fact.device]?.isEnabled = fact.isEnabled
    case .pushTokenRegistered: break
    }
  }

  /// Takes the screen after the sign-in as the user's open step. A sign-in skips all steps that a
  /// user with a profile has left open, so that screen is then `home`.
  private mutating func signIn(_ fact: MallUserSignedIn) {
    devices[fact.device]?.user = fact.user
    screens[fact.user] = fact.screen
  }

  private mutating func apply(_ fact: ProfileFact) {
    switch fact {
    case .saved: screens[fact.user] = .referral
    case .referralCodeEntered, .referralSkipped: screens[fact.user] = .survey
    case .surveySubmitted, .surveySkipped: screens[fact.user] = .home
    case .edited: break
    }
  }

  func check(_ answers: Answers) -> [String] {
    devices.flatMap { id, device -> [String] in
      let name: JSONObject = ["device": .string(id.rawValue)]
      let shown = answers.of("mall.notifications", name)?.list("notifications") ?? []
      let texts = shown.reversed().map { "\($0.text("sentAt") ?? "") \($0.text("text") ?? "")" }
      let isRight =
        texts.count == device.notifications.count
        && zip(texts, device.notifications).allSatisfy { $0.hasPrefix($1) }
      let screen =
        device.isOnboarded ? device.user.flatMap { screens[$0] } ?? .home : MallScreen.onboarding
      return (isRight ? [] : ["mall.notifications does not show exactly those for \(id)"])
        + (answers.of("mall.start", name)?.text("screen") == screen.rawValue
          ? [] : ["mall.start does not show the step that is open"])
    }
  }
}
