import Domain
import EventEngine

extension MetroStation: ExpressibleByStringLiteral {}
extension Address: ExpressibleByStringLiteral {}
extension PersonName: ExpressibleByStringLiteral {}
extension PhoneNumber: ExpressibleByStringLiteral {}
extension OrderColor: ExpressibleByStringLiteral {}
extension OrderComment: ExpressibleByStringLiteral {}
extension Login: ExpressibleByStringLiteral {}

extension LoginKey {
  /// The key of a login under the test key.
  package static func forTests(_ login: String) -> LoginKey {
    LoginKey(.forTests("courier.login", login))
  }
}
