import EventEngine

/// A map of a process: which step follows which in its cases. A case is a tag with its events; all
/// cases have tags of one kind.
struct ProcessMap {
  struct Edge {
    let from: Int
    let to: Int
    let count: Int
    /// The median time between the two steps, in milliseconds.
    let median: Int64
    /// The number of cases that have taken it.
    let caseCount: Int
    /// Some of them, as places in the survey's tags.
    let cases: [Int32]
  }

  struct Variant {
    let path: Path
    var durations: [Int64] = []

    var count: Int { durations.count }
  }

  /// The steps of a case.
  struct Path: Hashable {
    struct Step: Hashable {
      /// A place in `steps`.
      let step: Int
      /// The number of times that the step occurs in a row.
      var count = 1
    }

    /// At most the first `mostSteps` steps.
    let steps: [Step]
    /// The number of steps, each repeated one counted once.
    let length: Int
    /// A hash of the further steps, which tells long paths apart.
    private let rest: Int

    static let mostSteps = 60

    init(_ all: [Step]) {
      steps = Array(all.prefix(Self.mostSteps))
      length = all.count
      var hasher = Hasher()
      for step in all.dropFirst(Self.mostSteps) { hasher.combine(step) }
      rest = hasher.finalize()
    }

    func precedes(_ other: Path) -> Bool {
      steps.lexicographicallyPrecedes(other.steps) { ($0.step, $0.count) < ($1.step, $1.count) }
    }
  }

  /// The key of the cases' tags.
  let kind: String
  let caseCount: Int
  /// The types of event, the most frequent first.
  let steps: [Int32]
  let counts: [Int]
  /// The most frequent first.
  let edges: [Edge]
  /// The most frequent first.
  let variants: [Variant]
  /// The number of times that a case repeated a step, by the step's place in `steps`.
  let repeats: [Int: Int]
  let begins: [Int32: Int]
  let ends: [Int32: Int]
  /// The first and the last type of event of each case, with the position of its last event.
  let lastStep: [(tag: Int32, first: Int32, last: Int32, position: Int32)]

  static let casesOfEdge = 30

  /// The kinds of tag that have a tag with several events, the kind with the most tags first.
  static func kinds(of survey: Survey) -> [String] {
    var distinct = Array(repeating: 0, count: survey.kinds.texts.count)
    var events = distinct
    for (kind, count) in zip(survey.kindOfTag, survey.shownTagCounts) where count > 0 {
      distinct[Int(kind)] += 1
      events[Int(kind)] += count
    }
    return distinct.indices.filter { events[$0] > distinct[$0] }
      .sorted { (distinct[$1], $0) < (distinct[$0], $1) }.map { survey.kinds.texts[$0] }
  }

  init(_ kind: String, _ survey: Survey) {
    let number = survey.kinds.known(kind)
    // The events of each case, one case after the other.
    var starts = [0]
    for (kind, count) in zip(survey.kindOfTag, survey.shownTagCounts) {
      starts.append(starts[starts.count - 1] + (kind == number ? count : 0))
    }
    var ends = starts
    var counts = Array(repeating: 0, count: survey.types.count)
    let none = Step(time: .earliest, type: -1, position: 0)
    var events = Array(repeating: none, count: starts[starts.count - 1])
    for event in survey.events where event.isShown {
      for tag in survey.tags(of: event) where survey.kindOfTag[Int(tag)] == number {
        events[ends[Int(tag)]] = Step(
          time: event.time, type: event.type, position: event.position)
        ends[Int(tag)] += 1
        counts[Int(event.type)] += 1
      }
    }
    let steps = counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }
    var place = Array(repeating: 0, count: counts.count)
    for (step, type) in steps.enumerated() { place[type] = step }
    var builder = ProcessMapBuilder(stepCount: steps.count)
    var caseCount = 0
    for tag in survey.kindOfTag.indices where starts[tag] < starts[tag + 1] {
      caseCount += 1
      builder.add(Int32(tag), events[starts[tag]..<starts[tag + 1]], place)
    }
    self.kind = kind
    self.caseCount = caseCount
    self.steps = steps.map { Int32($0) }
    self.counts = steps.map { counts[$0] }
    edges = builder.sortedEdges
    variants = builder.sortedVariants
    repeats = builder.repeats
    begins = builder.begins
    self.ends = builder.ends
    lastStep = builder.lastSteps
  }

  /// An event of a case, as small as possible: the events of all cases are in memory at once.
  private struct Step {
    let time: Timestamp
    let type: Int32
    let position: Int32
  }

  private struct ProcessMapBuilder {
    struct EdgeData {
      let key: Int
      var durations: [Int64] = []
      var caseCount = 0
      var lastCase: Int32 = -1
      var cases: [Int32] = []
    }

    var edges: [EdgeData] = []
    /// The index of each edge, by its two steps.
    private var places: [Int: Int] = [:]
    private var variants: [Variant] = []
    private var placesOfPaths: [Path: Int] = [:]
    var repeats: [Int: Int] = [:]
    var begins: [Int32: Int] = [:]
    var ends: [Int32: Int] = [:]
    var lastSteps: [(tag: Int32, first: Int32, last: Int32, position: Int32)] = []
    private let stepCount: Int
    /// For each step, the last case that had it.
    private var seen: [Int32]
    private var path: [Path.Step] = []

    init(stepCount: Int) {
      self.stepCount = stepCount
      seen = Array(repeating: -1, count: stepCount)
    }

    mutating func add(_ tag: Int32, _ events: ArraySlice<Step>, _ place: [Int]) {
      guard let start = events.first, let end = events.last else { return }
      path.removeAll(keepingCapacity: true)
      var before = start
      for event in events {
        let step = place[Int(event.type)]
        if seen[step] == tag { repeats[step, default: 0] += 1 }
        seen[step] = tag
        if let earlier = path.last {
          addEdge(earlier.step, step, tag, event.time.milliseconds(since: before.time))
        }
        if path.last?.step == step {
          path[path.count - 1].count += 1
        } else {
          path.append(Path.Step(step: step))
        }
        before = event
      }
      begins[start.type, default: 0] += 1
      ends[end.type, default: 0] += 1
      lastSteps.append((tag, start.type, end.type, end.position))
      let known = Path(path)
      let place = placesOfPaths[known] ?? variants.count
      if place == variants.count {
        placesOfPaths[known] = place
        variants.append(Variant(path: known))
      }
      variants[place].durations.append(end.time.milliseconds(since: start.time))
    }

    private mutating func addEdge(_ from: Int, _ to: Int, _ tag: Int32, _ length: Int64) {
      let key = from * stepCount + to
      let place = places[key] ?? edges.count
      if place == edges.count {
        places[key] = place
        edges.append(EdgeData(key: key))
      }
      edges[place].durations.append(length)
      if edges[place].lastCase == tag { return }
      edges[place].lastCase = tag
      edges[place].caseCount += 1
      if edges[place].cases.count < casesOfEdge { edges[place].cases.append(tag) }
    }

    var sortedEdges: [Edge] {
      edges.map { edge in
        Edge(
          from: edge.key / stepCount, to: edge.key % stepCount, count: edge.durations.count,
          median: edge.durations.median, caseCount: edge.caseCount, cases: edge.cases)
      }
      .sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }
    }

    var sortedVariants: [Variant] {
      // Of long paths with the same beginning, the one that was found first is the first.
      variants.enumerated().sorted { left, right in
        let (one, other) = (left.element, right.element)
        if one.count != other.count { return one.count > other.count }
        if one.path.precedes(other.path) { return true }
        return !other.path.precedes(one.path) && left.offset < right.offset
      }.map(\.element)
    }
  }
}

extension [Int64] {
  /// The middle value, or the mean of the two in the middle; zero if there is none.
  var median: Int64 {
    if isEmpty { return 0 }
    let sorted = sorted()
    let (low, high) = (sorted[(count - 1) / 2], sorted[count / 2])
    return low + (high - low) / 2
  }
}
