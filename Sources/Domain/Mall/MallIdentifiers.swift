import EventEngine

/// The kinds of thing that mall events are about.
public enum MallEntity {
  public enum User: Entity { public static let tagKey = "user" }
  /// A device on which the application is installed.
  public enum Device: Entity { public static let tagKey = "device" }
  /// A code that was sent to a phone.
  public enum Code: Entity { public static let tagKey = "code" }
  /// A shop, a café or a service of the mall.
  public enum Object: Entity { public static let tagKey = "object" }
  public enum Offer: Entity { public static let tagKey = "offer" }
  public enum News: Entity { public static let tagKey = "news" }
  /// An event that visitors attend, as opposed to an event of the journal.
  public enum Happening: Entity { public static let tagKey = "event" }
}

public typealias MallUserID = ID<MallEntity.User>
public typealias MallDeviceID = ID<MallEntity.Device>
/// The id of a code; not its digits.
public typealias MallCodeID = ID<MallEntity.Code>
public typealias MallObjectID = ID<MallEntity.Object>
public typealias MallOfferID = ID<MallEntity.Offer>
public typealias MallNewsID = ID<MallEntity.News>
public typealias HappeningID = ID<MallEntity.Happening>
