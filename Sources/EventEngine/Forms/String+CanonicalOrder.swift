import EventStore

extension JSONValue {
  /// The string in a form that is cheap to compare, see `Swift.String.inCanonicalOrder`; nil for
  /// other values.
  package var text: String? {
    if case .string(let text) = self { text.inCanonicalOrder } else { nil }
  }
}

extension String {
  /// A canonically equivalent text that is compared, hashed and searched in time linear in its
  /// length.
  ///
  /// The standard library compares texts by canonical equivalence. For that it sorts each run of
  /// combining marks by insertion, in time quadratic in the length of the run: seconds for 40,000
  /// marks. This property sorts each unordered run of more than 32 marks by counting (UAX #15, the
  /// Canonical Ordering Algorithm). Every other text is returned unchanged.
  package var inCanonicalOrder: String {
    if utf8.count <= Self.longestRun || !hasLongDisorder { return self }
    var ordered = String.UnicodeScalarView()
    var run = MarkRun()
    for scalar in unicodeScalars {
      let order = scalar.canonicalOrder
      if order == 0 {
        run.move(to: &ordered)
        ordered.append(scalar)
      } else {
        run.append(scalar, order)
      }
    }
    run.move(to: &ordered)
    return String(ordered)
  }

  /// The number of marks in the longest run that is left to the standard library. A mark takes at
  /// least one byte, so a text of at most this many bytes needs no search.
  fileprivate static let longestRun = 32

  private var hasLongDisorder: Bool {
    var run = MarkRun.Measure()
    for scalar in unicodeScalars where run.isLongAndDisordered(after: scalar.canonicalOrder) {
      return true
    }
    return false
  }
}

/// A run of combining marks.
private struct MarkRun {
  /// The length of a run and whether it is in order, measured without storing the run.
  struct Measure {
    private var count = 0
    private var last: UInt8 = 0
    private var isDisordered = false

    mutating func isLongAndDisordered(after order: UInt8) -> Bool {
      if order == 0 {
        self = Measure()
        return false
      }
      count += 1
      isDisordered = isDisordered || order < last
      last = order
      return isDisordered && count > String.longestRun
    }
  }

  private var marks: [(scalar: Unicode.Scalar, order: UInt8)] = []
  private var measure = Measure()
  private var isLongAndDisordered = false

  mutating func append(_ scalar: Unicode.Scalar, _ order: UInt8) {
    marks.append((scalar, order))
    isLongAndDisordered = measure.isLongAndDisordered(after: order)
  }

  /// Appends the run to a text, a long one sorted, and empties it.
  mutating func move(to text: inout String.UnicodeScalarView) {
    guard !marks.isEmpty else { return }
    if isLongAndDisordered { sort() }
    text.append(contentsOf: marks.lazy.map(\.scalar))
    marks.removeAll(keepingCapacity: true)
    measure = Measure()
    isLongAndDisordered = false
  }

  /// A stable counting sort in three passes.
  private mutating func sort() {
    var places = [Int](repeating: 0, count: 257)
    for mark in marks { places[Int(mark.order) + 1] += 1 }
    for order in 1..<places.count { places[order] += places[order - 1] }
    var sorted = marks
    for mark in marks {
      sorted[places[Int(mark.order)]] = mark
      places[Int(mark.order)] += 1
    }
    marks = sorted
  }
}

extension Unicode.Scalar {
  /// The canonical combining class; 0 for a character that is no mark, such as all below U+0300.
  fileprivate var canonicalOrder: UInt8 {
    value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
  }
}
