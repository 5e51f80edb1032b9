/// An event of another system, as a line of an import describes it.
package struct ForeignEvent: Hashable, Sendable {
  package var type: EventType
  package var time: Timestamp
  package var tags: [Tag]
  /// A JSON object without insignificant white space; keys in their order, numbers as spelled.
  package var data: [UInt8]
  /// The id in the line; nil if it has none.
  package var id: EventID?
}

/// The reason why a line of an import is not an event, or must not be recorded.
package enum ForeignEventError: Error, Hashable, Sendable {
  case syntax(JSONSyntaxError)
  case lineTooLong
  case unknownMember(String)
  case missingMember(String)
  case invalidMember(String, takes: String)
  /// The type belongs to a domain of the engine, so only its commands may record it.
  case reservedType(EventType)
  case timeBeforeLastEvent(Timestamp, last: Timestamp)
  case timeInFuture(Timestamp)
}

extension ForeignEventError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let error): "not a JSON object: \(error)"
    case .lineTooLong: "longer than \(Limits.commandBytes) bytes"
    case .unknownMember(let key):
      "unknown member \"\(key)\"; an event has type, time, tags, data, id, position and version"
    case .missingMember(let key): "\"\(key)\" is missing"
    case .invalidMember(let key, let takes): "\"\(key)\" takes \(takes)"
    case .reservedType(let type):
      "\"\(type)\" is one of the engine's own events: only its commands record it; to move a whole "
        + "journal, use export --records and import --records"
    case .timeInFuture(let time): Timestamp.inFutureText(time)
    case .timeBeforeLastEvent(let time, let last):
      "the time \(time) is before that of the previous event, \(last); --sort orders by time"
    }
  }
}

extension ForeignEvent {
  /// The namespace of the version 5 ids of imported events.
  private static let namespace: [UInt8] = [
    0x3b, 0x0f, 0x6c, 0x52, 0x8d, 0x41, 0x4e, 0x9a, 0x9c, 0x75, 0x1e, 0xd2, 0x64, 0xa8, 0x07, 0xb3,
  ]

  /// SHA-256 over type, time, tags and data, unambiguously separated.
  var contentDigest: Digest {
    var json = JSONWriter()
    json.bytes.reserveCapacity(data.count + 256)
    json.beginArray()
    json.string(type.rawValue)
    json.int(time.rawValue)
    json.beginArray()
    for tag in tags { json.string(tag.rawValue) }
    json.endArray()
    json.raw(data)
    json.endArray()
    return SHA256.hash(json.bytes)
  }

  /// The id of the `ordinal`-th event of this content, from 1: a UUID of version 5.
  static func id(ofContent digest: Digest, ordinal: Int) -> EventID {
    var name = namespace
    name += digest.bytes
    name.append(decimal: ordinal)
    return EventID(version5: SHA1.hash(name))
  }
}
