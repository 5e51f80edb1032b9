import Domain
import EventEngine

extension TextValue {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}
