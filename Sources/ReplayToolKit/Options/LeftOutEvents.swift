import EventEngine

/// The events that a request leaves out, as if they had not happened. Its answer is hypothetical.
struct LeftOutEvents {
  static let option = OptionSpec(
    "--without", "N[,M…]",
    ru: "как если бы этих событий не было; ничего не записывается",
    en: "as if these events had not happened; nothing is recorded")

  let positions: Set<Position>

  init(_ positions: Set<Position> = []) { self.positions = positions }

  init(_ arguments: Arguments) throws(UsageError) {
    positions = try arguments.positions(Self.option.name)
  }

  /// - Throws: `ToolFailure` if the journal has no event at one of the positions; `.damaged` if the
  ///   reader stops before it.
  func require(in reader: borrowing JournalReader) throws {
    let head = reader.head
    guard let missing = positions.filter({ $0 > head }).min() else { return }
    try reader.requireWhole()
    throw ToolFailure(
      .malformedInput, .noSuchEvent,
      ru: "события \(missing), которое нужно пропустить, нет",
      en: "there is no event \(missing) to leave out",
      hint: .lastEvent(head))
  }

  /// The text that says which events are left out; nil if there are none.
  func hypothesis(in language: Language) -> String? {
    if positions.isEmpty { return nil }
    let list = positions.sorted().map(\.description).joined(separator: ", ")
    let isOne = positions.count == 1
    let text = Bilingual(
      ru: "предположение: без \(isOne ? "события" : "событий") \(list); "
        + "следующие события остаются такими, какими записаны",
      en: "hypothetical: without event\(isOne ? "" : "s") \(list); "
        + "later events stay as they were recorded")
    return text[language]
  }
}

extension Terminal {
  /// Prints the note that an answer is hypothetical: on standard output if the answer is text for
  /// people, else on standard error, so that a program reads the answer alone.
  mutating func printHypothesis(
    _ without: LeftOutEvents, in language: Language, asText: Bool
  ) throws(SystemError) {
    guard let text = without.hypothesis(in: language) else { return }
    if asText { try print(text) } else { note("\(toolName): \(text)") }
  }
}

extension Arguments {
  /// Returns the positions that the values of an option list, separated by commas.
  fileprivate func positions(_ name: String) throws(UsageError) -> Set<Position> {
    var positions: Set<Position> = []
    for word in values(name).flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) })
    {
      guard let number = Int(word), number > 0 else {
        throw UsageError(
          ru: "\(name) принимает позиции событий, например 12,17, а не «\(word)»",
          en: "\(name) takes positions of events, such as 12,17, not \"\(word)\"")
      }
      positions.insert(Position(number))
    }
    return positions
  }
}
