/// The check that a record has the only spelling of `docs/journal-format.md`.
extension RecordView {
  /// The first deviation from the format that ``RecordReader`` ignores because reading does not
  /// depend on it; nil if every byte is as a writer puts it. O(length).
  package var misspelling: Damage.Reason? {
    if let reason = syntaxError { return reason }
    guard areSpelledAsWritten([typeText, commandText, commandIDText, actorText, correlationText])
    else { return .malformed("a text is not escaped as the format requires") }
    let dataEnd = dataEnd
    let erasable = section(after: dataEnd)
    if let erasable, let reason = misspelling(of: erasable) { return reason }
    let end =
      erasable.map { $0.section?.committed.upperBound ?? $0.commitment.upperBound + 1 } ?? dataEnd
    guard end == length - RecordFormat.checksumLength else {
      return .malformed("at byte \(end) it does not follow the format")
    }
    return isListOfTexts(tagsStart..<tagsEnd)
      ? nil : .malformed("\"tags\" is not a list of texts in the format's spelling")
  }

  private var syntaxError: Damage.Reason? {
    var members = JSONMembers()
    do throws(JSONSyntaxError) {
      try unsafe members.scan(
        UnsafeRawBufferPointer(start: line, count: length),
        limits: JSONLimits(depth: Limits.nesting + 2, bytes: Limits.recordBytes))
    } catch { return .malformed("\(error)") }
    return nil
  }

  private func misspelling(of erasable: ErasableView) -> Damage.Reason? {
    guard isHexadecimal(erasable.commitment, digits: 2 * Digest.byteCount) else {
      return .malformed("\"commitment\" is not a digest")
    }
    guard let section = erasable.section else { return nil }
    guard isHexadecimal(section.salt, digits: 2 * RecordFormat.saltBytes) else {
      return .malformed("\"salt\" is not \(RecordFormat.saltBytes) bytes")
    }
    guard ([section.subjects, section.tags].compactMap(\.self)).allSatisfy(isListOfTexts) else {
      return .malformed("\"subjects\" or \"personalTags\" is not a list of texts")
    }
    if let personal = section.personal, unsafe line[personal.lowerBound] != UInt8(ascii: "{") {
      return .malformed("\"personal\" is not an object")
    }
    return nil
  }

  private func isHexadecimal(_ range: Range<Int>, digits: Int) -> Bool {
    guard range.count == digits, let bytes = Hexadecimal.decode(text(range)) else { return false }
    return Hexadecimal.encode(bytes) == text(range)
  }

  /// Whether the range is an array of strings, each escaped as by the writer, without white space.
  private func isListOfTexts(_ range: Range<Int>) -> Bool {
    var json = JSONWriter()
    json.beginArray()
    for text in texts(at: range.lowerBound) { json.string(text) }
    json.endArray()
    return json.bytes == bytes(range)
  }

  private func areSpelledAsWritten(_ texts: [Text]) -> Bool {
    texts.allSatisfy { text in
      guard text.isPresent, text.isEscaped else { return true }
      let start = Int(text.start)
      return JSONWriter.escaped(string(text)) == bytes(start..<start + Int(text.count))
    }
  }
}
