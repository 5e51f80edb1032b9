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
  /// marks. This property sorts each run of more than 32 marks by their classes, stably (UAX #15,
  /// the Canonical Ordering Algorithm). Every other text is returned unchanged.
  package var inCanonicalOrder: String {
    if utf8.count <= Self.longestRun || !hasLongRun { return self }
    var ordered = String.UnicodeScalarView()
    var run: [Unicode.Scalar] = []
    func moveRun() {
      if run.count > Self.longestRun {
        // Marks of the same class stay in their order.
        let classes = Dictionary(grouping: run, by: \.canonicalOrder)
        run = classes.sorted { $0.key < $1.key }.flatMap(\.value)
      }
      ordered.append(contentsOf: run)
      run.removeAll(keepingCapacity: true)
    }
    for scalar in unicodeScalars {
      if scalar.canonicalOrder > 0 {
        run.append(scalar)
      } else {
        moveRun()
        ordered.append(scalar)
      }
    }
    moveRun()
    return String(ordered)
  }

  /// The number of marks in the longest run that is left to the standard library. A mark takes at
  /// least one byte, so a text of at most this many bytes needs no search.
  private static let longestRun = 32

  private var hasLongRun: Bool {
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.canonicalOrder > 0 ? count + 1 : 0
      if count > Self.longestRun { return true }
    }
    return false
  }
}

extension Unicode.Scalar {
  /// The canonical combining class; 0 for a character that is no mark, such as all below U+0300.
  fileprivate var canonicalOrder: UInt8 {
    value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
  }
}
