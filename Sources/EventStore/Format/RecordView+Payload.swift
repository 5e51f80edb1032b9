extension RecordView {
  /// Decodes the payload, and its personal data if the shape has any and it is not erased.
  @inlinable
  func payload<P: RecordedShape>(
    _ shape: P.Type, with decoder: inout PayloadDecoder
  ) throws(PayloadDecodingError) -> P {
    let base = unsafe UnsafeRawPointer(line)
    var (payload, next) = try unsafe decoder.decode(
      shape, from: base, start: dataStart, end: length)
    if P.Personal.self != Never.self, let start = personalStart(after: next) {
      payload.personal =
        try unsafe decoder.decode(P.Personal.self, from: base, start: start, end: length).value
    }
    return payload
  }

  /// Decodes the payload and its personal data through ``FastDecodable``; nil if something differs
  /// from the writer's spelling.
  @inlinable
  func predictedPayload<P: RecordedShape & FastDecodable>(
    _ shape: P.Type, with decoder: inout PayloadDecoder
  ) -> P? where P.Personal: FastDecodable {
    let base = unsafe UnsafeRawPointer(line)
    guard let (predicted, next) = unsafe decoder.predict(shape, from: base, start: dataStart)
    else { return nil }
    var payload = predicted
    if P.Personal.self != Never.self, let start = personalStart(after: next) {
      guard let personal = unsafe decoder.predict(P.Personal.self, from: base, start: start) else {
        return nil
      }
      payload.personal = personal.value
    }
    return payload
  }

  /// The offset of the personal data in the line; nil if there is none or it was erased.
  @usableFromInline
  func personalStart(after dataEnd: Int) -> Int? {
    if hiddenSectionSeed != nil { return nil }
    // A commitment has 64 digits and a salt 32, so the text after them is at a fixed offset.
    let commitment: StaticString = #","commitment":""#
    let salt: StaticString = #"","salt":""#
    let subjects: StaticString = #"","subjects":"#
    var place = dataEnd
    guard matches(commitment, at: place) else { return nil }
    place += commitment.utf8CodeUnitCount + 64
    guard matches(salt, at: place) else { return nil }
    place += salt.utf8CodeUnitCount + 32
    guard matches(subjects, at: place) else { return nil }
    place += subjects.utf8CodeUnitCount
    guard let end = unsafe JSONScan.skipValue(line + place, end: line + length) else { return nil }
    place = unsafe end - line
    let personal: StaticString = #","personal":"#
    return matches(personal, at: place) ? place + personal.utf8CodeUnitCount : nil
  }

  private func matches(_ literal: StaticString, at place: Int) -> Bool {
    guard place + literal.utf8CodeUnitCount <= length else { return false }
    return unsafe RecordReader.matches(line + place, literal)
  }
}
