import EventEngine

/// The note that some events may not survive a power failure: a killed process had written but not
/// synced them, and this process may not write them again.
enum UnprovedNote {
  static func text(_ positions: ClosedRange<Position>) -> String {
    let (first, last) = (positions.lowerBound, positions.upperBound)
    let place = first == last ? "event \(first)" : "events \(first) to \(last)"
    return "\(toolName): \(place) may not survive a power failure, and this user may not write to "
      + "the journal; any \(toolName) command that its owner runs fixes this"
  }
}
