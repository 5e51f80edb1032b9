import Domain
import EventEngine

/// The devices with the application, and their settings.
public struct MallDevices: Decider {
  public enum Command: Equatable, Sendable {
    case install(AppInstalled)
    case finishOnboarding(MallDeviceID)
    case registerPushToken(MallDeviceID, PushToken)
    case setNotifications(MallDeviceID, isEnabled: Bool, topics: [NotificationTopic])
  }

  private struct Device: Equatable {
    var hasFinishedOnboarding = false
  }

  private var devices: [MallDeviceID: Device] = [:]

  public init() {}

  public static let factTypes = [AppInstalled.type, MallOnboardingFinished.type]

  /// The query for the installation of the application on a device.
  static func facts(about device: MallDeviceID) -> Query {
    .of([AppInstalled.type], device.tag)
  }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .install(let fact): Self.facts(about: fact.device)
    case .finishOnboarding(let device): .of(Self.factTypes, device.tag)
    case .registerPushToken(let device, _), .setNotifications(let device, _, _):
      Self.facts(about: device)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .code, .account, .profile, .review, .object, .offer, .news, .happening, .programme,
      .gift, .transaction:
      break
    }
  }

  mutating func apply(_ fact: DeviceFact) {
    switch fact {
    case .installed(let fact): devices[fact.device] = Device()
    case .onboardingFinished(let fact): devices[fact.device]?.hasFinishedOnboarding = true
    case .pushTokenRegistered, .notificationsChanged: break
    }
  }

  func isInstalled(on device: MallDeviceID) -> Bool { devices[device] != nil }

  func requireInstalled(on device: MallDeviceID) throws(MallRefusal) {
    guard isInstalled(on: device) else { throw .notFound(.device) }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .install(let fact):
      guard !isInstalled(on: fact.device) else { throw .alreadyInstalled }
      return [.appInstalled(fact)]
    case .finishOnboarding(let device):
      guard let known = devices[device] else { throw .notFound(.device) }
      guard !known.hasFinishedOnboarding else { throw .alreadyDone }
      return [.onboardingFinished(MallOnboardingFinished(device: device))]
    case .registerPushToken(let device, let token):
      try requireInstalled(on: device)
      let fact = PushTokenRegistered(device: device, personal: .init(token: token))
      return [.pushTokenRegistered(fact)]
    case .setNotifications(let device, let isEnabled, let topics):
      try requireInstalled(on: device)
      let fact = NotificationsChanged(
        device: device, isEnabled: isEnabled,
        topics: isEnabled ? NotificationTopic.withMallEvents(topics) : [])
      return [.notificationsChanged(fact)]
    }
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .appInstalled(let fact)? = events.first else { return [] }
    return [CommandValue("device", fact.device.rawValue)]
  }
}

extension NotificationTopic {
  /// Returns the topics, and `mallEvents` if it is not among them: every device with notifications
  /// subscribes to it.
  fileprivate static func withMallEvents(_ topics: [NotificationTopic]) -> [NotificationTopic] {
    topics.contains(.mallEvents) ? topics : topics + [.mallEvents]
  }
}

extension MallDevices {
  private static let os = Field<OperatingSystem>.text("os")
  private static let osVersion = Field<OSVersion>.text("osVersion")
  private static let model = Field<DeviceModel>.text("model")
  private static let token = Field<PushToken>.text("token")
  private static let enabled = Field.boolean("enabled")
  private static let topics = Field<[NotificationTopic]>.texts(
    "topics", takes: .init(ru: "список непустых названий тем", en: "a list of non-empty topics"))

  /// The actor of an installation on a device that has no id yet.
  private static let newDevice = MallDeviceID(rawValue: "new")

  public static let shapes = [
    CommandShape<Command>(
      "mall.installApp", by: .person,
      .init(ru: "Впервые запустить приложение", en: "Start the application for the first time"),
      fields: [os.required, osVersion.required, model.required],
      refusals: MallRefusal.codes(.alreadyInstalled)
    ) { form throws(FormError) in
      let device = form.mallDevice == newDevice ? form.freshID() : form.mallDevice
      return .install(
        AppInstalled(
          device: device, os: try form.required(os), osVersion: try form.required(osVersion),
          model: try form.required(model)))
    },
    CommandShape<Command>(
      "mall.finishOnboarding", by: .person,
      .init(ru: "Пройти знакомство с приложением", en: "Finish the onboarding"),
      refusals: MallRefusal.codes(.notFound(.device), .alreadyDone)
    ) { form in .finishOnboarding(form.mallDevice) },
    CommandShape<Command>(
      "mall.registerPushToken", by: .person,
      .init(ru: "Передать push-токен", en: "Register a push token"),
      fields: [token.required], refusals: MallRefusal.codes(.notFound(.device))
    ) { form throws(FormError) in
      .registerPushToken(form.mallDevice, try form.required(token))
    },
    CommandShape<Command>(
      "mall.setNotifications", by: .person,
      .init(ru: "Включить или выключить уведомления", en: "Turn notifications on or off"),
      fields: [enabled.required, topics.optional], refusals: MallRefusal.codes(.notFound(.device))
    ) { form throws(FormError) in
      .setNotifications(
        form.mallDevice, isEnabled: try form.required(enabled),
        topics: try form.optional(topics) ?? [])
    },
  ]
}
