import EventEngine

extension JSONWriter {
  /// Returns an object with the members that `write` writes.
  package static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    write(&json)
    json.endObject()
    return json.bytes
  }

  /// Writes a member with an array: `write` writes each element.
  mutating func array<Element>(
    _ key: StaticString, _ elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    beginArray(key)
    for element in elements { write(&self, element) }
    endArray()
  }

  /// Writes a member with an array of objects: `write` writes the members of each.
  mutating func objects<Element>(
    _ key: StaticString, _ elements: some Sequence<Element>,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    array(key, elements) { json, element in
      json.beginObject()
      write(&json, element)
      json.endObject()
    }
  }

  /// Writes a member with a number, or with null.
  mutating func int(_ key: StaticString, orNull value: Int?) {
    literalKey(key)
    if let value { int(value) } else { null() }
  }

  /// Writes a member with an object: a count for each name.
  mutating func counts(_ key: StaticString, _ counts: [(String, Int)]) {
    beginObject(key)
    for (name, count) in counts {
      self.key(name)
      int(count)
    }
    endObject()
  }
}

extension JSONValue {
  /// Parses JSON text; nil if it is malformed.
  init?(orNil json: [UInt8], limits: JSONLimits = JSONLimits()) {
    do throws(JSONSyntaxError) { self = try JSONParser.parse(json, limits: limits) } catch {
      return nil
    }
  }

  /// The value as minified JSON in UTF-8.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.value(self)
    return json.bytes
  }
}

extension JSONLimits {
  /// The limits of answers and events, in which recorded data is a level deeper than in the input.
  static let deepest = JSONLimits(depth: 512)
}
