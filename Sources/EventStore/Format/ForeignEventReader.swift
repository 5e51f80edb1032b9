/// Reads lines of an import. One pass over each line, without parsing `data` into values.
package enum ForeignEventReader {
  /// The event of a line.
  package static func read(
    _ line: [UInt8], times: ForeignTimes = .strict
  ) throws(ForeignEventError) -> ForeignEvent {
    try unsafe line.withUnsafeBufferPointer { bytes throws(ForeignEventError) in
      try read(unsafe JSONBytes(UnsafeRawBufferPointer(bytes)), times)
    }
  }

  private static func read(
    _ text: JSONBytes, _ times: ForeignTimes
  ) throws(ForeignEventError) -> ForeignEvent {
    var grammar = JSONGrammar(
      text, JSONLimits(depth: Limits.nesting + 1, bytes: Limits.commandBytes),
      ForeignMembers(text, times))
    do throws(JSONSyntaxError) { try grammar.run() } catch { throw .syntax(error) }
    let members = grammar.listener
    if let problem = members.problem { throw problem }
    guard let type = members.type else { throw members.lacking("type") }
    guard let time = members.time else { throw members.lacking("time") }
    guard members.hasTags else { throw members.lacking("tags") }
    guard let data = members.data else { throw members.lacking("data") }
    return ForeignEvent(
      type: EventType(rawValue: type), time: time.timestamp, finerDigits: time.finerDigits,
      tags: members.tags, data: members.minified(data), id: members.id)
  }
}

/// Collects and checks the members of the outermost object.
private struct ForeignMembers: JSONListener {
  /// `other` is a member that is ignored or unknown.
  private enum Member { case type, time, tags, data, id, other }

  private let bytes: JSONBytes
  private let times: ForeignTimes
  private var depth = 0
  private var member = Member.other
  private var start = 0
  /// The white space within `data`.
  private var gaps: [Range<Int>] = []

  private(set) var type: String?
  private(set) var time: ForeignTimes.Time?
  private(set) var tags: [Tag] = []
  private(set) var hasTags = false
  private(set) var data: Range<Int>?
  private(set) var id: EventID?
  /// The first invalid member; a syntax error takes precedence.
  private(set) var problem: ForeignEventError?

  init(_ bytes: JSONBytes, _ times: ForeignTimes) {
    self.bytes = bytes
    self.times = times
  }

  func lacking(_ key: String) -> ForeignEventError { .missingMember(key) }

  /// The bytes of `data` without insignificant white space.
  func minified(_ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    var start = range.lowerBound
    for gap in gaps where gap.lowerBound >= start && gap.upperBound <= range.upperBound {
      unsafe output.append(contentsOf: bytes[start..<gap.lowerBound])
      start = gap.upperBound
    }
    unsafe output.append(contentsOf: bytes[start..<range.upperBound])
    return output
  }

  private mutating func refuse(_ error: ForeignEventError) {
    if problem == nil { problem = error }
  }

  @inline(__always) mutating func whitespace(_ range: Range<Int>) {
    if depth > 1 && member == .data { gaps.append(range) }
  }

  mutating func open(_ container: JSONContainer, at index: Int) {
    if depth == 0 && container == .array {
      refuse(.syntax(JSONSyntaxError(.notAnObject, at: index)))
    } else if depth == 1 {
      start = index
      if member != (container == .object ? .data : .tags) { rejectValue() }
    } else if depth == 2 && member == .tags {
      rejectValue()
    }
    depth += 1
  }

  mutating func close(_ container: JSONContainer, end: Int) {
    depth -= 1
    guard depth == 1 else { return }
    switch member {
    case .data: data = start..<end
    case .tags: hasTags = true
    default: break
    }
  }

  @inline(__always) mutating func key(_ range: Range<Int>, escaped: Bool) {
    guard depth == 1 else { return }
    let found =
      escaped
      ? find(Array((bytes.unescaped(range) ?? "").utf8)) : unsafe find(bytes[range])
    member = found ?? .other
    if found == nil {
      refuse(.unknownMember(escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)))
    }
  }

  /// Returns nil for an unknown member.
  private func find(_ key: some Collection<UInt8>) -> Member? {
    switch key.count {
    case 2 where key.elementsEqual("id".utf8): .id
    case 4 where key.elementsEqual("type".utf8): .type
    case 4 where key.elementsEqual("time".utf8): .time
    case 4 where key.elementsEqual("tags".utf8): .tags
    case 4 where key.elementsEqual("data".utf8): .data
    // A journal assigns these anew.
    case 8 where key.elementsEqual("position".utf8): .other
    case 7 where key.elementsEqual("version".utf8): .other
    default: nil
    }
  }

  @inline(__always) mutating func string(_ range: Range<Int>, escaped: Bool) {
    if depth == 2 && member == .tags {
      addTag(range, escaped)
    } else if depth < 2 {
      text(range, escaped)
    }
  }

  private mutating func text(_ range: Range<Int>, _ escaped: Bool) {
    guard depth == 1 else { return refuse(.syntax(JSONSyntaxError(.notAnObject, at: 0))) }
    let text = escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)
    switch member {
    case .type:
      let isValid =
        !text.isEmpty
        && (range.count <= Limits.typeCharacters || text.count <= Limits.typeCharacters)
      if isValid { type = text } else { rejectValue() }
    case .time:
      do throws(ForeignTimes.Failure) { time = try times.time(text) } catch {
        refuse(.invalidTime(error))
      }
    case .id:
      id = EventID(text)
      if id == nil { rejectValue() }
    case .tags, .data: rejectValue()
    case .other: break
    }
  }

  private mutating func addTag(_ range: Range<Int>, _ escaped: Bool) {
    let text = escaped ? bytes.unescaped(range) ?? "" : bytes.string(range)
    guard tags.count < Limits.tags, text.utf8.count <= Limits.tagBytes else {
      return refuse(.invalidMember("tags", takes: .fewShortTags))
    }
    tags.append(Tag(rawValue: text))
  }

  @inline(__always) mutating func number(_ range: Range<Int>) {
    if depth < 2 || depth == 2 && member == .tags { rejectValue() }
  }

  @inline(__always) mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
    if depth < 2 || depth == 2 && member == .tags { rejectValue() }
  }

  /// Rejects a value of the wrong kind for its member.
  private mutating func rejectValue() {
    guard depth > 0 else { return refuse(.syntax(JSONSyntaxError(.notAnObject, at: 0))) }
    switch member {
    case .type: refuse(.invalidMember("type", takes: .typeName))
    case .time: refuse(.invalidMember("time", takes: .instant))
    case .tags: refuse(.invalidMember("tags", takes: .texts))
    case .data: refuse(.invalidMember("data", takes: .object))
    case .id: refuse(.invalidMember("id", takes: .uuid))
    case .other: break
    }
  }
}
