import Domain
import EventChecking
import EventEngine

/// The devices of the mall, with the notifications and the first screen that each must show.
struct MallAudience {
  private struct Device {
    var isOnboarded = false
    var user: MallUserID?
    /// The number of announcements before the notifications were turned on; nil while they are off.
    var enabledAt: Int?
    /// The numbers of the announcements that the device got: of cancelled events, and of scheduled
    /// ones from before the notifications were turned off.
    var delivered: [Int] = []
  }

  private var devices: [MallDeviceID: Device] = [:]
  private var devicesOfUsers: [MallUserID: Set<MallDeviceID>] = [:]
  /// The texts of all announcements, oldest first.
  private var announcements: [String] = []
  /// The numbers of the announcements of scheduled events, which are for all devices.
  private var scheduled: [Int] = []
  private var screens: [MallUserID: MallScreen] = [:]

  /// - Parameter visitors: the users who are registered for each event.
  mutating func apply(_ event: Recorded<MallEvent>, visitors: [HappeningID: [MallUserID: Int]]) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .account(.signedIn(let fact)): signIn(fact)
    case .account(.signedOut(let fact)): leave(fact.device)
    case .profile(let fact): apply(fact)
    case .happening(.scheduled(let fact)):
      scheduled.append(announcements.count)
      announcements.append("\(event.time) Новое мероприятие: «\(fact.content.title)»")
    case .happening(.cancelled(let fact)):
      let concerned = visitors[fact.event, default: [:]].keys.flatMap { devicesOfUsers[$0] ?? [] }
      for device in concerned where devices[device]?.enabledAt != nil {
        devices[device]?.delivered.append(announcements.count)
      }
      announcements.append("\(event.time) Мероприятие «\(fact.title)» отменено")
    case .code, .review, .object, .offer, .news, .programme, .gift, .transaction,
      .account(.registered), .account(.phoneChanged), .happening(.edited), .happening(.joined),
      .happening(.left):
      break
    }
  }

  private mutating func change(_ fact: NotificationsChanged) {
    guard let device = devices[fact.device], fact.isEnabled != (device.enabledAt != nil) else {
      return
    }
    let delivered = delivered(to: device)
    devices[fact.device]?.delivered = delivered
    devices[fact.device]?.enabledAt = fact.isEnabled ? announcements.count : nil
  }

  private func delivered(to device: Device) -> [Int] {
    guard let start = device.enabledAt else { return device.delivered }
    return device.delivered + scheduled[scheduled.partitioningIndex { $0 >= start }...]
  }

  private mutating func apply(_ fact: DeviceFact) {
    switch fact {
    case .installed(let fact): devices[fact.device] = Device()
    case .onboardingFinished(let fact): devices[fact.device]?.isOnboarded = true
    case .notificationsChanged(let fact): change(fact)
    case .pushTokenRegistered: break
    }
  }

  /// Takes the screen after the sign-in as the user's open step. A sign-in skips all steps that a
  /// user with a profile has left open, so that screen is then `home`.
  private mutating func signIn(_ fact: MallUserSignedIn) {
    leave(fact.device)
    devices[fact.device]?.user = fact.user
    devicesOfUsers[fact.user, default: []].insert(fact.device)
    screens[fact.user] = fact.screen
  }

  private mutating func leave(_ device: MallDeviceID) {
    guard let user = devices[device]?.user else { return }
    devices[device]?.user = nil
    devicesOfUsers[user]?.remove(device)
  }

  private mutating func apply(_ fact: ProfileFact) {
    switch fact {
    case .saved: screens[fact.user] = .referral
    case .referralCodeEntered, .referralSkipped: screens[fact.user] = .survey
    case .surveySubmitted, .surveySkipped: screens[fact.user] = .home
    case .edited: break
    }
  }

  /// - Parameter ids: the devices in the order of their installation.
  func check(_ ids: [MallDeviceID], _ answers: Answers) -> [String] {
    ids.flatMap { id -> [String] in
      let device = devices[id] ?? Device()
      let name: JSONObject = ["device": .string(id.rawValue)]
      guard let shown = answers.of("mall.notifications", name)?.list("notifications") else {
        return ["mall.notifications does not know \(id)"]
      }
      let texts = shown.reversed().map { "\($0.text("sentAt") ?? "") \($0.text("text") ?? "")" }
      let expected = delivered(to: device).sorted().map { announcements[$0] }
      let isRight =
        texts.count == expected.count && zip(texts, expected).allSatisfy { $0.hasPrefix($1) }
      let screen =
        device.isOnboarded ? device.user.flatMap { screens[$0] } ?? .home : MallScreen.onboarding
      return (isRight ? [] : ["mall.notifications does not show exactly those for \(id)"])
        + (answers.of("mall.start", name)?.text("screen") == screen.rawValue
          ? [] : ["mall.start does not show the step that is open on \(id)"])
    }
  }
}
