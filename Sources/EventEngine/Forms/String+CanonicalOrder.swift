import EventStore

extension JSONValue {
  /// A string as everything in the engine may compare it: see ``Swift/String/inCanonicalOrder``.
  /// Nil for other values.
  public var text: String? {
    if case .string(let text) = self { text.inCanonicalOrder } else { nil }
  }
}

extension String {
  /// A canonically equivalent text that costs a time linear in its length to compare, to hash and
  /// to search.
  ///
  /// The standard library compares texts by canonical equivalence. For that it sorts each run of
  /// combining marks by insertion, in a time quadratic in the run's length: seconds for 40,000
  /// marks. Here a run of more than 32 marks that is out of order is sorted by counting (UAX #15,
  /// the Canonical Ordering Algorithm); what is in order is not moved again. Every other text is
  /// returned as it is.
  public var inCanonicalOrder: String {
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

  /// The marks of a run that the standard library may sort, in bytes at least as long.
  fileprivate static let longestRun = 32

  private var hasLongDisorder: Bool {
    var run = MarkRun.Measure()
    for scalar in unicodeScalars where run.isLongAndDisordered(after: scalar.canonicalOrder) {
      return true
    }
    return false
  }
}

/// Combining marks that follow one another.
private struct MarkRun {
  /// What is known of a run without keeping it.
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

  /// Stable, by counting: three passes.
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
  /// The canonical combining class; 0 of what is no mark, which all characters below U+0300 are.
  fileprivate var canonicalOrder: UInt8 {
    value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
  }
}
