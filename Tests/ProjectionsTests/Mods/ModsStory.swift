import Domain
import EventEngine

typealias ModsStory = Story<ModsEvent>

extension JSONValue {
  static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
