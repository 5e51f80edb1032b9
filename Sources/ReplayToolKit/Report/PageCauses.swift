import EventEngine

/// The trees of causes that a page shows, as `trace` prints them.
struct PageCauses {
  struct Tree: Sendable {
    let steps: [Step]
    /// The number of further events.
    let omitted: Int

    var first: Position { steps.first?.event.position ?? .start }
  }

  struct Step: Sendable {
    let event: StoredEvent
    /// The number of steps from the command.
    let depth: Int
  }

  /// The root of a tree: an event, or a correlation and the first event with it.
  private struct Root {
    let size: Int
    let first: Int32
    let correlation: Int32?
  }

  private let survey: Survey
  static let most = 8
  static let mostSteps = 60

  init(_ survey: Survey) { self.survey = survey }

  /// Returns the largest trees: of events that others follow from, and of correlations of several
  /// commands. Of the others, returns the first positions.
  func trees(
    _ reader: inout JournalReader
  ) throws(JournalError) -> ([Tree], omitted: [Position]) {
    let roots = roots
    var trees: [Tree] = []
    for root in roots.prefix(Self.most) {
      let places = places(of: root)
      var steps: [Step] = []
      for (position, depth) in places.prefix(Self.mostSteps) {
        guard let event = try reader.event(at: Position(Int(position))) else { continue }
        steps.append(Step(event: event, depth: depth))
      }
      if !steps.isEmpty { trees.append(Tree(steps: steps, omitted: places.count - steps.count)) }
    }
    return (trees, roots.dropFirst(Self.most).map { Position(Int($0.first)) })
  }

  private var roots: [Root] {
    var sizes: [Int32: Int] = [:]
    var rootOf: [Int32: Int32] = [:]
    var commands: [Int32: (count: Int, first: Int32)] = [:]
    for event in survey.events where event.isShown {
      if event.because > 0 {
        let root = rootOf[event.because] ?? event.because
        rootOf[event.position] = root
        sizes[root, default: 1] += 1
      }
      if event.correlation >= 0, event.isFirst {
        commands[event.correlation, default: (0, event.position)].count += 1
      }
    }
    let correlated = commands.filter { $0.value.count > 1 }
    let alone = sizes.filter { correlated[survey.event(at: Int($0.key)).correlation] == nil }
    let all =
      alone.map { Root(size: $0.value, first: $0.key, correlation: nil) }
      + correlated.map { Root(size: $0.value.count, first: $0.value.first, correlation: $0.key) }
    return all.sorted { ($1.size, $0.first) < ($0.size, $1.first) }
  }

  /// Returns the positions of a tree's events with their depths, each event before those that
  /// follow from it.
  private func places(of root: Root) -> [(event: Int32, depth: Int)] {
    let events = survey.events
    var start = Int(root.first) - 1
    while start > 0 && root.correlation == nil && !events[start].isFirst { start -= 1 }
    let correlation = root.correlation ?? events[start].correlation
    var tree = CauseTree<Int32, Int32>()
    // The events of the root's own append come first.
    var isOwn = root.correlation == nil
    for (index, event) in events[start...].enumerated() {
      if index > 0 && event.isFirst { isOwn = false }
      tree.add(event.position, at: event.position, because: event.because) {
        isOwn || correlation >= 0 && event.correlation == correlation
      }
    }
    return tree.list
  }
}
