import Domain
import EventStore

typealias ModsStory = Story<ModsEvent>

extension JSONValue {
  static func int(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}
