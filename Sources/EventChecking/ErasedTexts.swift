import EventEngine

/// The texts in the erasable sections of a subject that no event about anything else contains.
///
/// A text that is also in the public part of an event about the subject is among them: it was
/// copied to where no erasure reaches it. Only a day or an instant may be there by chance, and an
/// id that events are tagged with is public itself.
struct ErasedTexts {
  /// The number of sections.
  private(set) var count = 0
  private(set) var texts: Set<[UInt8]> = []

  /// The least length of a text in bytes. Shorter texts may occur anywhere by chance, such as a
  /// code of six digits in a digest.
  static let shortest = 8

  init(of subject: Tag, in directory: JournalDirectory) throws {
    var reader = try JournalReader.open(directory)
    var (count, held) = (0, Set<[UInt8]>())
    var (staying, own): ([UInt8], [UInt8]) = ([], [])
    try reader.forEach { view in
      let event = StoredEvent(view)
      if let section = event.erasable, section.subjects.contains(subject) {
        count += 1
        held.formUnion(Self.texts(of: section))
        own += event.data
        staying += Self.envelope(of: event)
      } else if event.tags.contains(subject) {
        own += event.data
        staying += Self.envelope(of: event)
        if let section = event.erasable {
          // In stories, the salts of sections and of password hashes are the same zeros.
          staying += Self.texts(of: section).joined()
          staying += (section.salt.map(Hexadecimal.encode) ?? "").utf8
        }
      } else {
        view.appendLine(to: &staying)
      }
      return true
    }
    self.count = count
    texts = held.subtracting(ByteSearch(held).all(in: staying))
    let times = texts.filter(Self.isTime)
    texts.subtract(ByteSearch(times).all(in: own))
  }

  private static func texts(of section: NewEvent.Erasable) -> [[UInt8]] {
    var texts = section.tags.map { Array($0.rawValue.utf8) }
    if let fingerprint = section.fingerprint { texts.append(Array(fingerprint.rawValue.utf8)) }
    guard let personal = section.personal, personal != Array("{}".utf8) else { return texts }
    texts.append(personal)
    do throws(JSONSyntaxError) {
      let values = try JSONParser.parse(personal).texts.map(JSONWriter.escaped)
      return texts + values.filter { $0.count >= shortest }
    } catch { preconditionFailure("a record is not JSON: \(error)") }
  }

  private static func isOfIDs(_ tag: Tag) -> Bool {
    tag.rawValue.dropFirst(tag.key.count + 1).split(separator: "/").allSatisfy {
      CommandID.isValid(String($0))
    }
  }

  private static func isTime(_ text: [UInt8]) -> Bool {
    let text = String(decoding: text, as: UTF8.self)
    return CalendarDay(text) != nil || Timestamp(rfc3339: text) != nil
  }

  /// The parts of an event that may contain a text and are never erased: its ids, and what its
  /// domain does not choose.
  private static func envelope(of event: StoredEvent) -> [UInt8] {
    var texts = [event.type.rawValue, event.time.rfc3339]
    texts += event.tags.filter(isOfIDs).map(\.rawValue)
    if let cause = event.cause {
      texts += [cause.command] + [cause.id, cause.actor, cause.correlation].compactMap(\.self)
    }
    return Array(texts.joined(separator: "\n").utf8)
  }
}

extension JSONValue {
  /// All strings in the value except the names of members.
  fileprivate var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.flatMap(\.texts)
    case .object(let members): members.members.flatMap(\.value.texts)
    case .null, .bool, .number: []
    }
  }
}
