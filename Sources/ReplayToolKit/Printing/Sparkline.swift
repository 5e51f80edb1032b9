import EventEngine

/// A row of counts as blocks of different heights.
struct Sparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  let counts: [Int]

  /// One character per count: a space for none, the highest block for the greatest.
  var text: String {
    let most = counts.max() ?? 0
    return String(
      counts.map { count in
        if count == 0 { return " " }
        return Self.blocks[(count * Self.blocks.count - 1) / most]
      })
  }
}
