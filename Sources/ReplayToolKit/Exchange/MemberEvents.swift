import EventEngine

/// Reads events from JSON lines whose members have other names than those of an export.
struct MemberEvents: ForeignLineForm {
  private let times: ForeignTimes
  private let parts: ImportMapping
  private let sources: Set<ExactText>
  let title = Bilingual.jsonLines
  /// Sources that the first line lacks.
  let absent: [String]

  var mapping: ImportMapping? { parts }

  /// - Parameter first: the first line, from which the parts are guessed.
  init(
    first: LineInput.Line, _ mapping: ImportMapping, _ times: ForeignTimes
  ) throws {
    self.times = times
    var mapping = mapping
    let assigned: [String]
    do {
      let object = try MemberObject(first.bytes)
      let names = object.members.members.map(\.key)
      let isOwn = ImportMapping.isOwn(names)
      if mapping.isOpen(.tags), isOwn || !mapping.hasTags, let tags = object["tags"],
        EventAssembly.texts(Array(tags)) != nil
      {
        mapping.guess(.tags, from: "tags")
      }
      if mapping.isOpen(.data), object["data"]?.first == UInt8(ascii: "{") {
        mapping.guess(.data, from: "data")
      }
      assigned = isOwn ? ImportMapping.assigned : []
      // A later line may have members that the first one lacks.
      absent = mapping.entries.map(\.source).filter { !names.containsExactly($0) }
      try MappingGuess(names: names + absent, kind: .member) { name in
        object[name].flatMap { Self.text($0) }
      }.complete(&mapping)
    } catch let error as ForeignEventError {
      throw ForeignImport.Failure.line(first.number, error)
    }
    parts = mapping
    sources = Set((mapping.entries.map(\.source) + assigned).map(ExactText.init))
  }

  func event(_ line: [UInt8]) throws(ForeignEventError) -> ForeignEvent {
    let object = try MemberObject(line)
    var assembly = EventAssembly(times)
    if let source = parts.source(of: .data), let value = object[source] {
      try assembly.addObject(Array(value), from: source)
    }
    for entry in parts.entries where entry.part != .data {
      try set(entry.part, object[entry.source], from: entry.source, &assembly)
    }
    for member in object.members.members where !sources.contains(ExactText(member.key)) {
      try assembly.add(member.key, json: object.bytes[member.value])
    }
    return try assembly.event()
  }

  private func set(
    _ part: ImportMapping.Part, _ value: ArraySlice<UInt8>?, from source: String,
    _ assembly: inout EventAssembly
  ) throws(ForeignEventError) {
    let isRequired =
      part == .type || part == .time && parts.source(of: .date) == nil || part == .date
    guard let value, isRequired || !value.elementsEqual("null".utf8) else {
      if isRequired { throw .missingPart(part.name, source: source) }
      return
    }
    switch part {
    case .type, .time, .date, .id:
      guard value.first == UInt8(ascii: "\""), let text = Self.text(value) else {
        throw .invalidPart(
          part.name, source: source, value: String(decoding: value, as: UTF8.self), takes: .text)
      }
      try assembly.set(part, text, from: source)
    case .tag:
      guard let texts = Self.scalars(value) else {
        throw .invalidPart(
          part.name, source: source, value: String(decoding: value, as: UTF8.self),
          takes: .scalars)
      }
      for text in texts { try assembly.set(part, text, from: source) }
    case .tags: try assembly.addTags(Array(value), from: source)
    case .data: break
    }
  }

  /// The text of a JSON string; nil for any other value.
  static func text(_ json: ArraySlice<UInt8>) -> String? {
    guard json.first == UInt8(ascii: "\"") else { return nil }
    if !json.contains(UInt8(ascii: "\\")) {
      return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
    }
    return scalars(json)?.first
  }

  /// The text of a string, the spelling of a number or a truth value, or those of the elements of a
  /// list; nil for anything else.
  private static func scalars(_ json: ArraySlice<UInt8>) -> [String]? {
    guard let value = JSONValue(orNil: Array(json)) else { return nil }
    guard case .array(let elements) = value else { return scalar(value).map { [$0] } }
    let texts = elements.compactMap(scalar)
    return texts.count == elements.count ? texts : nil
  }

  private static func scalar(_ value: JSONValue) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let value): "\(value)"
    case .null, .array, .object: nil
    }
  }
}

/// The JSON object of a line, without insignificant white space, and the locations of its members.
struct MemberObject {
  let bytes: [UInt8]
  private(set) var members = JSONMembers()

  init(_ line: [UInt8], depth: Int = Limits.nesting) throws(ForeignEventError) {
    let limits = JSONLimits(depth: depth, bytes: Limits.commandBytes)
    do throws(JSONSyntaxError) {
      bytes = try JSONMinifier.minified(line, limits: limits)
      try members.scan(bytes, limits: limits)
    } catch { throw .syntax(error) }
  }

  /// The value of a member; nil if there is none.
  subscript(_ key: String) -> ArraySlice<UInt8>? { members[key].map { bytes[$0] } }
}
