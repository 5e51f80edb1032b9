/// Searches for the erasable sections of some subjects. Takes 16 bytes of memory for each range of
/// positions found.
package struct ErasureSearch: Sendable {
  package let subjects: [Tag]
  /// The positions of each subject's sections, in the order of the subjects.
  package private(set) var found: [PositionRanges]
  /// The number of sections of each type; a section of several subjects counts once.
  package private(set) var types: [EventType: Int] = [:]
  /// All positions found.
  package private(set) var positions = PositionRanges()
  /// The last position searched.
  private var position = Position.start

  private let places: [[UInt8]: Int]

  /// - Parameter subjects: without duplicates.
  package init(_ subjects: [Tag]) {
    self.subjects = subjects
    found = Array(repeating: PositionRanges(), count: subjects.count)
    places = Dictionary(
      zip(subjects.map { Array($0.rawValue.utf8) }, subjects.indices), uniquingKeysWith: { $1 })
  }

  /// Searches the events that the reader has and that were not searched yet. O(length of the new
  /// part); every record on the way is checked.
  ///
  /// - Parameter progress: called with each record that was searched.
  package mutating func catchUp(
    with reader: inout JournalReader, progress: (RecordView) -> Void = { _ in }
  ) throws(JournalError) {
    try reader.forEach(after: position) { view in
      look(at: view)
      progress(view)
      return true
    }
    position = reader.head
  }

  private mutating func look(at view: RecordView) {
    guard let subjects = view.subjects else { return }
    var isFound = false
    for subject in subjects {
      guard let place = places[Array(subject.rawValue.utf8)] else { continue }
      found[place].append(view.position)
      isFound = true
    }
    guard isFound else { return }
    positions.append(view.position)
    types[view.type, default: 0] += 1
  }
}
