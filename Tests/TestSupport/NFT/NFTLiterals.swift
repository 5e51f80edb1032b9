import Domain
import EventEngine

extension NFTUserName: ExpressibleByStringLiteral {}
extension ProfileDescription: ExpressibleByStringLiteral {}
extension NFTName: ExpressibleByStringLiteral {}
extension NFTCollectionName: ExpressibleByStringLiteral {}
extension NFTCollectionDescription: ExpressibleByStringLiteral {}
extension NFTAuthor: ExpressibleByStringLiteral {}
extension CurrencyName: ExpressibleByStringLiteral {}
extension PaymentFailure: ExpressibleByStringLiteral {}
extension WebAddress: ExpressibleByStringLiteral {}

extension StarRating: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Ether: ExpressibleByStringLiteral {
  /// Parses a decimal amount; traps if it is invalid.
  public init(stringLiteral value: String) {
    guard let ether = Ether(decimal: value) else {
      preconditionFailure("no amount of ETH: \(value)")
    }
    self = ether
  }
}

/// A JSON number with the given spelling; traps if it is invalid.
package func number(_ text: String) -> JSONValue {
  guard let number = JSONNumber(text) else { preconditionFailure("no number: \(text)") }
  return .number(number)
}
