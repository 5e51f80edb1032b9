import Domain
import EventEngine

extension OperatingSystem: ExpressibleByStringLiteral {}
extension OSVersion: ExpressibleByStringLiteral {}
extension DeviceModel: ExpressibleByStringLiteral {}
extension PushToken: ExpressibleByStringLiteral {}
extension NotificationTopic: ExpressibleByStringLiteral {}
extension ReviewText: ExpressibleByStringLiteral {}
extension Subcategory: ExpressibleByStringLiteral {}
extension MallObjectName: ExpressibleByStringLiteral {}
extension MallTitle: ExpressibleByStringLiteral {}
extension MallText: ExpressibleByStringLiteral {}
extension MallImage: ExpressibleByStringLiteral {}
extension MallPhone: ExpressibleByStringLiteral {}
extension CodeDigits: ExpressibleByStringLiteral {}
extension ReferralCode: ExpressibleByStringLiteral {}
extension FullName: ExpressibleByStringLiteral {}
extension EmailAddress: ExpressibleByStringLiteral {}

extension Points: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Capacity: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Floor: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension AppStars: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension MallPhoneKey {
  /// The key of a phone under the test key.
  package static func forTests(_ phone: MallPhone) -> MallPhoneKey {
    MallPhoneKey(.forTests("mall.phone", phone.rawValue))
  }
}

extension ReferralKey {
  /// The key of a referral code under the test key.
  package static func forTests(_ code: ReferralCode) -> ReferralKey {
    ReferralKey(.forTests("mall.referral", code.rawValue))
  }
}
