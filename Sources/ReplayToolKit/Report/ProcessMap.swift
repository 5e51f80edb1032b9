import EventEngine

/// Which step follows which in the things of one kind: the cases of a process.
struct ProcessMap {
  struct Edge {
    let from: Int
    let to: Int
    let count: Int
    /// In milliseconds.
    let median: Int64
    /// Some of the cases, as places in the survey's tags.
    let cases: [Int32]
  }

  struct Variant {
    /// Places in `steps`.
    let steps: [Int]
    var count: Int
    var durations: [Int64]
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
  /// The cases with repeated steps, by step: the number of repetitions.
  let repeats: [Int: Int]
  let begins: [Int32: Int]
  let ends: [Int32: Int]
  /// The last step of each case.
  let lastStep: [(tag: Int32, first: Int32, last: Int32, position: Int32)]

  static let casesOfEdge = 30
  static let longestVariant = 60

  /// The kinds of tag whose things have several events, the one with the most values first.
  static func kinds(of survey: Survey) -> [String] {
    var values: [String: (distinct: Int, events: Int)] = [:]
    for (tag, count) in zip(survey.tags.values, survey.tagCounts) {
      let kind = String(tag.key)
      values[kind, default: (0, 0)].distinct += 1
      values[kind, default: (0, 0)].events += count
    }
    return values.filter { $0.value.events > $0.value.distinct }
      .sorted { ($1.value.distinct, $0.key) < ($0.value.distinct, $1.key) }.map(\.key)
  }

  init(_ kind: String, _ survey: Survey) {
    let isOfKind = survey.tags.values.map { $0.key == kind }
    var cases: [Int32: [Int32]] = [:]
    var order: [Int32] = []
    for (index, event) in survey.events.enumerated() where event.isShown {
      for tag in survey.tags(of: event) where isOfKind[Int(tag)] {
        if cases[tag] == nil { order.append(tag) }
        cases[tag, default: []].append(Int32(index))
      }
    }
    self.init(kind, survey, order.map { ($0, cases[$0] ?? []) })
  }

  private init(_ kind: String, _ survey: Survey, _ cases: [(tag: Int32, events: [Int32])]) {
    var count: [Int32: Int] = [:]
    for (_, events) in cases {
      for index in events { count[survey.events[Int(index)].type, default: 0] += 1 }
    }
    let steps = count.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let place = Dictionary(uniqueKeysWithValues: zip(steps, steps.indices))
    var collector = Collector(stepCount: steps.count)
    for (tag, events) in cases {
      collector.add(tag, events.map { survey.events[Int($0)] }, place)
    }
    self.kind = kind
    caseCount = cases.count
    self.steps = steps
    counts = steps.map { count[$0] ?? 0 }
    edges = collector.sortedEdges
    variants = collector.sortedVariants
    repeats = collector.repeats
    begins = collector.begins
    ends = collector.ends
    lastStep = collector.lastSteps
  }

  private struct Collector {
    struct Link {
      var durations: [Int64] = []
      var cases: [Int32] = []
    }

    var links: [Int: Link] = [:]
    var variants: [[Int]: Variant] = [:]
    var repeats: [Int: Int] = [:]
    var begins: [Int32: Int] = [:]
    var ends: [Int32: Int] = [:]
    var lastSteps: [(tag: Int32, first: Int32, last: Int32, position: Int32)] = []
    private let stepCount: Int

    init(stepCount: Int) { self.stepCount = stepCount }

    mutating func add(_ tag: Int32, _ events: [Survey.Event], _ place: [Int32: Int]) {
      guard let first = events.first, let last = events.last else { return }
      var path: [Int] = []
      var seen: Set<Int> = []
      for (index, event) in events.enumerated() {
        let step = place[event.type] ?? 0
        if !seen.insert(step).inserted { repeats[step, default: 0] += 1 }
        if let before = path.last {
          let time = event.time.milliseconds(since: events[index - 1].time)
          let key = before * stepCount + step
          links[key, default: Link()].durations.append(time)
          if links[key]?.cases.last != tag, (links[key]?.cases.count ?? 0) < casesOfEdge {
            links[key]?.cases.append(tag)
          }
        }
        path.append(step)
      }
      begins[first.type, default: 0] += 1
      ends[last.type, default: 0] += 1
      lastSteps.append((tag, first.type, last.type, last.position))
      let variant = Array(path.prefix(longestVariant))
      if variants[variant] == nil {
        variants[variant] = Variant(steps: variant, count: 0, durations: [])
      }
      variants[variant]?.count += 1
      variants[variant]?.durations.append(last.time.milliseconds(since: first.time))
    }

    var sortedEdges: [Edge] {
      links.map { key, link in
        Edge(
          from: key / stepCount, to: key % stepCount, count: link.durations.count,
          median: link.durations.median, cases: link.cases)
      }
      .sorted { ($1.count, $0.from, $0.to) < ($0.count, $1.from, $1.to) }
    }

    var sortedVariants: [Variant] {
      variants.values.sorted {
        $0.count != $1.count
          ? $0.count > $1.count : $0.steps.lexicographicallyPrecedes($1.steps)
      }
    }
  }
}

extension [Int64] {
  /// The middle value, the lower one of two; zero if there is none.
  var median: Int64 { isEmpty ? 0 : sorted()[(count - 1) / 2] }
}
