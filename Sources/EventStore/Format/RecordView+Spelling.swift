/// The result of checking a record by itself, without other records.
struct RecordCheck {
  /// The leaf of the integrity tree.
  let leaf: Digest
  /// The first deviation from the format; nil for none.
  let defect: Damage.Reason?
  /// Whether the erasable section has been removed.
  let isErased: Bool

  init(_ view: RecordView, using memory: inout JSONGrammarMemory) {
    let dataEnd = view.dataEnd
    let erasable = view.section(after: dataEnd)
    leaf = view.leaf(after: erasable)
    defect = view.defect(dataEnd, erasable, &memory)
    isErased = erasable.map { $0.section == nil } ?? false
  }
}

/// The check that a record is spelled in the only way that `docs/journal-format.md` allows.
extension RecordView {
  /// The first deviation from the format among those that ``RecordReader`` ignores, because reading
  /// does not depend on them. Nil if the line follows the format and the commitment matches the
  /// erasable section. O(length).
  package var defect: Damage.Reason? {
    var memory = JSONGrammarMemory()
    return defect(using: &memory)
  }

  func defect(using memory: inout JSONGrammarMemory) -> Damage.Reason? {
    let dataEnd = dataEnd
    return defect(dataEnd, section(after: dataEnd), &memory)
  }

  fileprivate func defect(
    _ dataEnd: Int, _ erasable: ErasableView?, _ memory: inout JSONGrammarMemory
  ) -> Damage.Reason? {
    if let erasable, !commitmentMatches(erasable) { return .commitment }
    let tags = tagsStart..<tagsEnd
    if let reason = syntaxError(tags, dataEnd, erasable, &memory) { return reason }
    guard isSpelledAsWritten(typeText), isSpelledAsWritten(commandText),
      isSpelledAsWritten(commandIDText), isSpelledAsWritten(actorText),
      isSpelledAsWritten(correlationText)
    else {
      return .malformed(
        "a text is not escaped as the format requires",
        ru: "символы в тексте экранированы не так, как требует формат")
    }
    if let erasable, let reason = misspelling(of: erasable) { return reason }
    let end =
      erasable.map { $0.section?.committed.upperBound ?? $0.commitment.upperBound + 1 } ?? dataEnd
    guard end == length - RecordFormat.checksumLength else {
      return .unformatted(at: end)
    }
    return isListOfTexts(tags)
      ? nil
      : .malformed(
        "\"tags\" is not a list of strings written as the format requires",
        ru: "«tags» — не список строк в том виде, какого требует формат")
  }

  /// The first error in the JSON of the record's texts and values. `RecordReader` has compared the
  /// other members before the payload with the format.
  private func syntaxError(
    _ tags: Range<Int>, _ dataEnd: Int, _ erasable: ErasableView?,
    _ memory: inout JSONGrammarMemory
  ) -> Damage.Reason? {
    let bytes = unsafe JSONBytes(UnsafeRawBufferPointer(start: line, count: length))
    let limits = JSONLimits(depth: Limits.nesting + 1, bytes: Limits.recordBytes)
    var grammar = JSONGrammar(bytes, limits, SyntaxOnly())
    grammar.exchange(&memory)
    defer { grammar.exchange(&memory) }
    func check(_ text: Text) throws(JSONSyntaxError) {
      if text.isPresent { _ = try bytes.checkString(openedAt: Int(text.start) - 1) }
    }
    do throws(JSONSyntaxError) {
      try check(typeText)
      try grammar.run(tags)
      try check(commandText)
      try check(commandIDText)
      try check(actorText)
      try check(correlationText)
      try grammar.run(dataStart..<dataEnd)
      guard let section = erasable?.section else { return nil }
      try grammar.run(section.subjects)
      if let personal = section.personal { try grammar.run(personal) }
      if let tags = section.tags { try grammar.run(tags) }
      if let fingerprint = section.fingerprint {
        _ = try bytes.checkString(openedAt: fingerprint.lowerBound - 1)
      }
      return nil
    } catch { return .malformed("\(error)", ru: error.russian) }
  }

  private func misspelling(of erasable: ErasableView) -> Damage.Reason? {
    guard isHexadecimal(erasable.commitment, digits: 2 * Digest.byteCount) else {
      return .malformed("\"commitment\" is not a digest", ru: "«commitment» — не дайджест")
    }
    guard let section = erasable.section else { return nil }
    guard isHexadecimal(section.salt, digits: 2 * RecordFormat.saltBytes) else {
      let bytes = RecordFormat.saltBytes
      return .malformed("\"salt\" is not \(bytes) bytes", ru: "длина «salt» — не \(bytes) байт")
    }
    guard isListOfTexts(section.subjects), section.tags.map(isListOfTexts) ?? true else {
      return .malformed(
        "\"subjects\" or \"personalTags\" is not a list of texts",
        ru: "«subjects» или «personalTags» — не список текстов")
    }
    if let personal = section.personal, unsafe line[personal.lowerBound] != UInt8(ascii: "{") {
      return .malformed("\"personal\" is not an object", ru: "«personal» — не объект")
    }
    return nil
  }

  private func isHexadecimal(_ range: Range<Int>, digits: Int) -> Bool {
    guard range.count == digits else { return false }
    return range.allSatisfy { index in
      switch unsafe line[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
      default: false
      }
    }
  }

  /// Whether the range is an array of strings, each escaped as by the writer, without white space.
  private func isListOfTexts(_ range: Range<Int>) -> Bool {
    var end = range.lowerBound + 1
    var isSpelled = unsafe line[range.lowerBound] == UInt8(ascii: "[")
    forEachText(at: range.lowerBound) { text in
      // Every text but the first follows a comma.
      let start = range.lowerBound + 1 == end ? end : end + 1
      isSpelled = isSpelled && Int(text.start) == start + 1 && isSpelledAsWritten(text)
      end = Int(text.start) + Int(text.count) + 1
    }
    guard isSpelled, end + 1 == range.upperBound else { return false }
    return unsafe line[end] == UInt8(ascii: "]")
  }

  private func isSpelledAsWritten(_ text: Text) -> Bool {
    guard text.isPresent, text.isEscaped else { return true }
    let start = Int(text.start)
    return JSONWriter.escaped(string(text)) == bytes(start..<start + Int(text.count))
  }
}
