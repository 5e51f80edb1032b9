import EventEngine

/// The application was started on a device for the first time.
public struct AppInstalled: EventPayload {
  public static let type: EventType = "mall.appInstalled"

  public let device: MallDeviceID
  public let os: OperatingSystem
  public let osVersion: OSVersion
  public let model: DeviceModel

  public init(device: MallDeviceID, os: OperatingSystem, osVersion: OSVersion, model: DeviceModel) {
    self.device = device
    self.os = os
    self.osVersion = osVersion
    self.model = model
  }

  public var tags: [Tag] { [device.tag] }
}

public struct MallOnboardingFinished: EventPayload {
  public static let type: EventType = "mall.onboardingFinished"

  public let device: MallDeviceID

  public init(device: MallDeviceID) { self.device = device }

  public var tags: [Tag] { [device.tag] }
}

public struct PushTokenRegistered: EventPayload {
  public static let type: EventType = "mall.pushTokenRegistered"

  public struct Personal: Codable, Hashable, Sendable {
    public let token: PushToken

    public init(token: PushToken) { self.token = token }
  }

  public let device: MallDeviceID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case device }

  public init(device: MallDeviceID, personal: Personal?) {
    self.device = device
    self.personal = personal
  }

  public var tags: [Tag] { [device.tag] }
  public var subjects: [Tag] { [device.tag] }
}

public struct NotificationsChanged: EventPayload {
  public static let type: EventType = "mall.notificationsChanged"

  public let device: MallDeviceID
  public let isEnabled: Bool
  /// The topics of which the device is notified from now on; empty when notifications are off.
  public let topics: [NotificationTopic]

  public init(device: MallDeviceID, isEnabled: Bool, topics: [NotificationTopic]) {
    self.device = device
    self.isEnabled = isEnabled
    self.topics = topics
  }

  public var tags: [Tag] { [device.tag] }
}
