extension RecordView {
  /// Reads a line whose members stand in any order and with any white space. Slow and thorough:
  /// the result for a line as the writer puts it is the same as that of the predicting path.
  ///
  /// - Returns: nil, or what is wrong with the line.
  mutating func readGenerally() -> Damage.Reason? {
    var members = JSONMembers()
    do throws(JSONSyntaxError) {
      try unsafe members.scan(
        UnsafeRawBufferPointer(start: line, count: length),
        limits: JSONLimits(depth: Limits.nesting + 2, bytes: Limits.recordBytes))
    } catch { return .malformed("\(error)") }
    for index in members.members.indices {
      let key = members.members[index].key
      guard Self.known.contains(where: { $0.hasSameBytes(as: key) }) else {
        return .malformed("it has a member \"\(key)\"")
      }
    }
    guard let position = checkedPosition(members["position"]), position > .start,
      let id = string(members["id"]).flatMap({ EventID($0) }),
      let time = string(members["time"]).flatMap(Self.canonicalTime),
      let type = text(members["type"]), let version = integer(members["version"]),
      let tags = members["tags"], isArray(tags), let data = members["data"], isObject(data)
    else { return .malformed("a member is missing or of a wrong type") }
    self.position = position
    self.id = id
    self.time = time
    typeText = type
    self.version = SchemaVersion(rawValue: version)
    tagsStart = tags.lowerBound
    dataStart = data.lowerBound
    if let synced = members["synced"] {
      guard let value = checkedPosition(synced) else {
        return .malformed("\"synced\" is no position")
      }
      self.synced = value
    }
    guard readAppend(members["append"]) else { return .malformed("\"append\" is not [i, n]") }
    guard readCause(members["cause"]) else { return .malformed("\"cause\" is not understood") }
    return nil
  }

  private static let known = [
    "position", "id", "time", "type", "version", "tags", "cause", "append", "synced", "data",
    "commitment", "salt", "subjects", "personal", "personalTags", "fingerprint", "crc",
  ]

  /// The erasable section of a line whose members stand anywhere.
  func searchedErasable() -> ErasableView? {
    var members = JSONMembers()
    do throws(JSONSyntaxError) {
      try unsafe members.scan(UnsafeRawBufferPointer(start: line, count: length))
    } catch { return nil }
    guard let commitment = members["commitment"] else { return nil }
    guard let salt = members["salt"], let subjects = members["subjects"] else {
      return ErasableView(commitment: inside(commitment), section: nil)
    }
    let end = members["crc"].map { $0.lowerBound - 7 } ?? length
    return ErasableView(
      commitment: inside(commitment),
      section: .init(
        salt: inside(salt), committed: salt.upperBound..<max(salt.upperBound, end),
        subjects: subjects, personal: members["personal"], tags: members["personalTags"],
        fingerprint: members["fingerprint"].map(inside)))
  }

  /// Without the quotes.
  private func inside(_ range: Range<Int>) -> Range<Int> {
    range.count < 2 ? range : range.lowerBound + 1..<range.upperBound - 1
  }

  private mutating func readAppend(_ range: Range<Int>?) -> Bool {
    guard let range, case .array(let pair) = json(range), pair.count == 2,
      case .number(let index) = pair[0], let index = index.exactInteger,
      case .number(let count) = pair[1], let count = count.exactInteger, 1 <= index, index <= count,
      count <= Limits.appendEvents
    else { return false }
    self.index = Int(index)
    self.count = Int(count)
    return true
  }

  private mutating func readCause(_ range: Range<Int>?) -> Bool {
    guard let range else { return true }
    var members = JSONMembers()
    do throws(JSONSyntaxError) {
      try unsafe members.scan(
        UnsafeRawBufferPointer(start: line + range.lowerBound, count: range.count))
    } catch { return false }
    func part(_ key: String) -> Text? {
      members[key].flatMap {
        text($0.lowerBound + range.lowerBound..<$0.upperBound + range.lowerBound)
      }
    }
    guard let command = part("command") else { return false }
    hasCause = true
    commandText = command
    if let text = part("id") { commandIDText = text }
    if let text = part("actor") { actorText = text }
    if let text = part("correlation") { correlationText = text }
    if let found = members["because"] {
      let place = found.lowerBound + range.lowerBound..<found.upperBound + range.lowerBound
      guard let value = checkedPosition(place) else { return false }
      because = value
    }
    return true
  }

  private func json(_ range: Range<Int>) -> JSONValue? {
    do throws(JSONSyntaxError) {
      return try unsafe JSONParser.parse(
        UnsafeRawBufferPointer(start: line + range.lowerBound, count: range.count))
    } catch { return nil }
  }

  /// A number from 0 to the last position.
  private func checkedPosition(_ range: Range<Int>?) -> Position? {
    integer(range).flatMap { 0...Limits.lastPosition ~= $0 ? Position($0) : nil }
  }

  private func integer(_ range: Range<Int>?) -> Int? {
    guard let range, case .number(let number) = json(range) else { return nil }
    return number.exactInteger.map(Int.init)
  }

  private func string(_ range: Range<Int>?) -> String? {
    guard let range, case .string(let text) = json(range) else { return nil }
    return text
  }

  private func text(_ range: Range<Int>?) -> Text? {
    guard let range, string(range) != nil else { return nil }
    let inner = inside(range)
    return Text(
      start: inner.lowerBound, count: inner.count,
      isEscaped: bytes(inner).contains(UInt8(ascii: "\\")))
  }

  private func isArray(_ range: Range<Int>) -> Bool {
    guard case .array(let items) = json(range) else { return false }
    return items.allSatisfy { if case .string = $0 { true } else { false } }
  }

  private func isObject(_ range: Range<Int>) -> Bool {
    unsafe line[range.lowerBound] == UInt8(ascii: "{")
  }

  private static func canonicalTime(_ text: String) -> Timestamp? {
    guard let time = Timestamp(rfc3339: text), time.rfc3339 == text else { return nil }
    return time
  }
}
