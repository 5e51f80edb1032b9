/// The most bytes that each part of a page may take, as written: `<` takes four bytes in markup and
/// six in JSON.
///
/// Together with the script, the style and the parts whose size hardly depends on the journal,
/// these parts take less than `Page.mostBytes`. The answers and the events get the rest;
/// `PageReduction` leaves some of them out if the page is still too large.
enum PageShares {
  /// The command in the head.
  static let command = 32 << 10
  static let types = 384 << 10
  /// The list of answers that the page leaves out.
  static let otherAnswers = 64 << 10
  static let stories = 1 << 20
  /// One story.
  static let story = stories / 4
  /// The payload of an event of a story, and what the event changed.
  static let event = 8 << 10
  static let causes = 512 << 10
  /// One tree of causes.
  static let tree = causes / 8
  static let maps = 1 << 20
  /// A table below a map.
  static let table = 64 << 10
  static let erasures = 128 << 10
  /// The payloads for the search field, before they are escaped.
  static let payloads = 600_000

  /// The most characters of a name.
  static let name = 300
  /// The most characters of another text.
  static let text = 600
}

/// The degrees to which a page leaves out answers and events so that it is not too large; each one
/// leaves out more than those before it.
enum PageReduction: Int, CaseIterable, Comparable {
  case none, noPayloads, noEvents, halfAnswers, fewAnswers, noNames, noAnswers

  static func < (left: PageReduction, right: PageReduction) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The number of maps to draw. Those that are drawn have data for the script, too.
  var maps: Int { self < .noNames ? .max : 4 }

  /// Returns the number of answers to keep out of `count`.
  func answers(_ count: Int) -> Int {
    switch self {
    case .none, .noPayloads, .noEvents: count
    case .halfAnswers: (count + 1) / 2
    case .fewAnswers, .noNames: (count + 3) / 4
    case .noAnswers: 0
    }
  }
}

extension HTML {
  /// Appends what `body` appends, or nothing if that is more than `most` bytes.
  ///
  /// - Returns: whether it was appended.
  mutating func fit(_ most: Int, _ body: (inout HTML) throws -> Void) rethrows -> Bool {
    let start = state
    try body(&self)
    if bytes.count - start.count <= most { return true }
    restore(start)
    return false
  }

  /// Appends items until the next one would exceed `most` bytes in all.
  ///
  /// - Returns: the number of items left out.
  mutating func list<Item>(
    _ items: some Collection<Item>, within most: Int, _ body: (inout HTML, Item) throws -> Void
  ) rethrows -> Int {
    let end = bytes.count + most
    for (index, item) in items.enumerated() {
      guard try fit(end - bytes.count, { try body(&$0, item) }) else { return items.count - index }
    }
    return 0
  }
}

extension String {
  /// The text, or its beginning if it has more characters. An accent counts as one, since a letter
  /// may have any number of them.
  func shortened(to most: Int = PageShares.name) -> String {
    guard utf8.count > most,
      let end = unicodeScalars.index(
        startIndex, offsetBy: most, limitedBy: endIndex), end < endIndex
    else { return self }
    return "\(self[..<end]) …"
  }
}
