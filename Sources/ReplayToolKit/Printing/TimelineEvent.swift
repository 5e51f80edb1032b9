import EventEngine

/// An event of a timeline, with the time since the event before it.
struct TimelineEvent {
  let stored: StoredEvent
  /// Milliseconds; nil for the first event of the timeline.
  let elapsed: Int64?

  var json: [UInt8] {
    JSONWriter.object { json in
      stored.writeMembers(to: &json)
      json.personal(of: stored)
      if let elapsed { json.int("elapsed", Int(elapsed)) }
    }
  }

  /// The members of the data and of the personal data, with their values.
  func details(in language: Language) -> String {
    var words = (members(stored.data) + members(stored.erasable?.personal ?? [])).map {
      "\($0.key.printable): \($0.value.plain)"
    }
    if stored.isErased {
      words.append(Bilingual(ru: "личные данные удалены", en: "personal data erased")[language])
    }
    return words.joined(separator: "; ")
  }

  private func members(_ json: [UInt8]) -> [JSONObject.Member] {
    guard case .object(let object)? = JSONValue(orNil: json, limits: .deepest) else { return [] }
    return Array(object.members)
  }
}

extension JSONWriter {
  /// Writes the event's personal data, or that it was erased.
  mutating func personal(of event: StoredEvent) {
    if let personal = event.erasable?.personal {
      raw("personal", personal)
    } else if event.isErased {
      bool("erased", true)
    }
  }
}
