import Domain
import EventEngine

/// The devices with the application.
public struct MallDeviceList: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The devices in the order of installation.
    public let devices: [Device]
  }

  public struct Device: Encodable, Equatable, Sendable {
    public let device: MallDeviceID
    public let os: OperatingSystem
    public let osVersion: OSVersion
    public let model: DeviceModel
    public let installedAt: Timestamp
    /// True if a push token is known; the token itself is not shown.
    public let pushToken: Bool
    /// The signed-in user.
    public let user: MallUserID?
    public let enabled: Bool
    public let topics: [NotificationTopic]

    init(_ device: MallPeople.Device) {
      self.device = device.id
      os = device.app.os
      osVersion = device.app.osVersion
      model = device.app.model
      installedAt = device.installedAt
      pushToken = device.hasPushToken
      user = device.user
      enabled = device.notifications.enabled
      topics = device.notifications.topics
    }
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallDeviceList {
  public static let shape = QueryShape<NoParameters>(
    "mall.devices", Bilingual(ru: "Устройства", en: "The devices"), shows: ["devices"])

  public func facts(for parameters: NoParameters) -> Query { .of(MallPeople.deviceTypes) }

  public func answer(to parameters: NoParameters, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    Answer(devices: state.devices.rows.map(Device.init))
  }
}
