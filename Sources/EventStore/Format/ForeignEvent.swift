/// An event of another system, as an import reads it.
package struct ForeignEvent: Hashable, Sendable {
  package var type: EventType
  package var time: Timestamp
  /// The digits that rounding has removed from the time, without zeros at the end. They are not
  /// recorded.
  package var finerDigits: String
  package var tags: [Tag]
  /// A JSON object without insignificant white space; keys in their order, numbers as spelled.
  package var data: [UInt8]
  /// The id that the import gives for the event; nil if it gives none.
  package var id: EventID?

  package init(
    type: EventType, time: Timestamp, finerDigits: String = "", tags: [Tag], data: [UInt8],
    id: EventID?
  ) {
    self.type = type
    self.time = time
    self.finerDigits = finerDigits
    self.tags = tags
    self.data = data
    self.id = id
  }
}

/// The reason why a line of an import is not an event, or must not be recorded.
package enum ForeignEventError: Error, Hashable, Sendable {
  case syntax(JSONSyntaxError)
  case lineTooLong
  case unknownMember(String)
  case missingMember(String)
  case invalidMember(String, takes: Expected)
  case invalidTime(ForeignTimes.Failure)
  /// The value of a column or member is not valid for the part of the event that it becomes.
  case invalidPart(String, source: String, value: String, takes: Expected)
  case invalidPartTime(source: String, value: String, ForeignTimes.Failure)
  /// A column or member that becomes a part of the event is missing.
  case missingPart(String, source: String)
  case csv(CSVError.Reason)
  /// An XML document instead of a table.
  case xml
  /// A table without a header.
  case noHeader
  /// A header with two columns of this name.
  case repeatedColumn(String)
  /// A header with as many of one separator as of another.
  case unclearSeparator
  /// No column or member of the first line has a usual name for this part of the events.
  case noUsualName(part: String, Source, names: [String])
  /// Several columns or members of the first line have usual names for this part of the events.
  case ambiguousNames(part: String, Source, names: [String])
  case cellCount(Int, columns: Int)
  /// A key of the object that becomes the event's data is also the name of another column or member
  /// that is added to the data.
  case repeatedDataKey(String)
  /// An earlier line has the same id, in a column or member that was guessed to hold ids.
  case repeatedID(EventID)
  case dataTooLong
  /// The type belongs to a domain of the engine, so only its commands may record it.
  case reservedType(EventType)
  /// The time of the event before it in the input is later.
  case timeBeforeLastEvent(Timestamp, last: Timestamp)
  /// The time of the last event that the journal had before the import is later.
  case timeBeforeJournal(Timestamp, last: Timestamp)
  case timeInFuture(Timestamp)

  /// The kind of name that parts of the events are taken from.
  package enum Source: String, Hashable, Sendable { case column, member }

  /// The kind of value that a part of an event takes.
  package enum Expected: Hashable, Sendable {
    case text, nonemptyText, typeName, texts, jsonTexts, object, uuid, instant, version1
    /// A text, a number or a list of them.
    case scalars
    /// A text, a number or a truth value.
    case attribute
    /// No more tags, and no longer ones, than an event may have.
    case fewShortTags
  }
}

extension ForeignEventError.Expected: CustomStringConvertible {
  package var description: String {
    switch self {
    case .text: "a text"
    case .nonemptyText: "a text that is not empty"
    case .typeName: "a text of 1 to \(Limits.typeCharacters) characters"
    case .texts: "an array of texts"
    case .jsonTexts: "a JSON array of texts"
    case .object: "a JSON object"
    case .uuid: "a UUID"
    case .instant: "an RFC 3339 instant"
    case .version1: "\"1.0\""
    case .scalars: "a text, a number or a list of them"
    case .attribute: "a text, a number or a truth value, as attributes do"
    case .fewShortTags: "at most \(Limits.tags) tags of at most \(Limits.tagBytes) bytes"
    }
  }
}

extension ForeignEventError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .syntax(let error): "not a JSON object: \(error)"
    case .lineTooLong: "longer than \(Limits.commandBytes) bytes"
    case .unknownMember(let key):
      "unknown member \"\(Self.excerpt(key))\"; an event has type, time, tags, data, id, position and version"
    case .missingMember(let key): "\"\(key)\" is missing"
    case .invalidMember(let key, let takes): "\"\(key)\" takes \(takes)"
    case .invalidTime(let error): "\"time\" takes an RFC 3339 instant: \(error)"
    case .invalidPart(let part, let source, let value, let takes):
      "\(Self.name(part, source)) takes \(takes), not \"\(Self.excerpt(value))\""
    case .invalidPartTime(let source, let value, let error):
      "\(Self.name("time", source)) takes a time such as 2026-05-08T12:00:00Z, not "
        + "\"\(Self.excerpt(value))\": \(error)"
    case .missingPart(let part, let source): "\(Self.name(part, source)) is missing"
    case .csv(let reason): reason.description
    case .xml: "this is XML, which import does not read"
    case .noHeader: "there is no header"
    case .repeatedColumn(let name):
      "two columns are named \"\(Self.excerpt(name))\"; give each column its own name"
    case .unclearSeparator:
      "the header has as many of one separator as of another; enclose names with , ; or tab in "
        + "quotation marks"
    case .noUsualName(let part, let source, let names):
      "no \(source) has a usual name for the \(part); name one: --map \(part)=NAME; the "
        + "\(source)s are \(Self.list(names))"
    case .ambiguousNames(let part, let source, let names):
      "more than one \(source) could be the \(part): \(Self.list(names)); choose one: --map "
        + "\(part)=\(names.first ?? "NAME")"
    case .cellCount(let count, let columns):
      "\(count) \(count == 1 ? "cell" : "cells"), but the header has \(columns) columns"
    case .repeatedDataKey(let key):
      "\"\(Self.excerpt(key))\" occurs both in the object that becomes the data and beside it"
    case .repeatedID(let id): "the id \(id) is that of an earlier line, too"
    case .dataTooLong: "its data is longer than \(Limits.commandBytes) bytes"
    case .reservedType(let type):
      "\"\(type)\" is one of the engine's own events: only its commands record it; to move a whole "
        + "journal, use export --records and import --records"
    case .timeInFuture(let time): Timestamp.inFutureText(time)
    case .timeBeforeLastEvent(let time, let last):
      "the time \(time) is before that of the previous event, \(last); --sort orders by time"
    case .timeBeforeJournal(let time, let last):
      "the time \(time) is before the journal's last event, \(last); only a new journal takes it"
    }
  }
}

extension ForeignEventError {
  /// Whether the header of a table is what is wrong.
  package var isOfHeader: Bool {
    switch self {
    case .noHeader, .repeatedColumn, .unclearSeparator, .noUsualName(_, .column, _),
      .ambiguousNames(_, .column, _):
      true
    default: false
    }
  }

  private static func name(_ part: String, _ source: String) -> String {
    part == source ? "\"\(source)\"" : "\"\(source)\" (\(part))"
  }

  /// At most the first 60 characters of a value.
  package static func excerpt(_ value: String) -> String {
    value.count <= 60 ? value : value.prefix(60) + "…"
  }

  /// At most the first 20 names, each clipped.
  package static func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "\"\(excerpt($0))\"" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown), …" : shown
  }
}

extension ForeignEvent {
  /// The time before rounding, for sorting: its whole milliseconds, and the digits after them.
  package var exactTime: (milliseconds: Int64, finerDigits: String) {
    (time.rawValue - (finerDigits >= "5" ? 1 : 0), finerDigits)
  }

  /// The namespace of the version 5 ids of imported events.
  private static let namespace: [UInt8] = [
    0x3b, 0x0f, 0x6c, 0x52, 0x8d, 0x41, 0x4e, 0x9a, 0x9c, 0x75, 0x1e, 0xd2, 0x64, 0xa8, 0x07, 0xb3,
  ]

  /// SHA-256 over type, time, tags and data, as elements of a JSON array.
  var contentDigest: Digest {
    var json = JSONWriter()
    json.bytes.reserveCapacity(data.count + 256)
    json.beginArray()
    json.string(type.rawValue)
    json.int(time.rawValue)
    json.list(tags)
    json.raw(data)
    json.endArray()
    return SHA256.hash(json.bytes)
  }

  /// The id of an event that its system names by a text other than a UUID: a UUID of version 5, the
  /// same in every import of the event.
  package static func id(ofName name: String, from source: String) -> EventID {
    var json = JSONWriter()
    json.beginArray()
    json.string(source)
    json.string(name)
    json.endArray()
    return EventID(version5: SHA1.hash(namespace + json.bytes))
  }

  /// The id of the `ordinal`-th event, from 1, of those with the same content: a UUID of version 5.
  static func id(ofContent digest: Digest, ordinal: Int) -> EventID {
    var name = namespace
    name += digest.bytes
    name.append(decimal: ordinal)
    return EventID(version5: SHA1.hash(name))
  }
}
