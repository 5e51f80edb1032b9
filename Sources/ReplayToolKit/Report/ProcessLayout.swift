import EventEngine

/// The positions of the steps of a process map. The steps are in rows, so that most arrows lead
/// downwards.
struct ProcessLayout {
  typealias Point = (x: Int, y: Int)
  /// A path of SVG, and the middle of its label's base line.
  typealias Arrow = (path: String, label: Point)

  static let width = 196
  static let height = 58
  private static let column = 262
  static let row = 122

  /// The middle of each step.
  let points: [Point]
  /// The arrow of each edge, by its place in the map; nil if one of its steps is not drawn.
  let arrows: [Arrow?]

  /// - Parameters:
  ///   - count: the number of steps to draw, the most frequent ones.
  ///   - language: of the labels of the arrows, which differ in length.
  init(_ map: ProcessMap, showing count: Int, _ language: Language) {
    let edges = map.edges.filter { $0.from < count && $0.to < count && $0.from != $0.to }
    let ranks = Self.ranks(map, count, edges)
    var rows: [[Int]] = Array(repeating: [], count: (ranks.max() ?? 0) + 1)
    for step in 0..<count { rows[ranks[step]].append(step) }
    rows = rows.filter { !$0.isEmpty }
    var x = Array(repeating: 0.0, count: count)
    func place(_ row: [Int]) {
      for (index, step) in row.enumerated() {
        x[step] = Double(index) - Double(row.count - 1) / 2
      }
    }
    for row in rows { place(row) }
    for round in 0..<6 {
      for index in round.isMultiple(of: 2) ? Array(rows.indices) : rows.indices.reversed() {
        let ideal = rows[index].map { step in
          (step: step, x: Self.pull(on: step, edges, x))
        }
        rows[index] = ideal.sorted { ($0.x, $0.step) < ($1.x, $1.step) }.map(\.step)
        place(rows[index])
      }
    }
    var points = Array(repeating: (x: 0, y: 0), count: count)
    for (index, row) in rows.enumerated() {
      for step in row {
        points[step] = (Int(x[step] * Double(Self.column)), index * Self.row)
      }
    }
    var router = ArrowRouter(points)
    self.points = points
    arrows = map.edges.prefix(ProcessSection.mostEdges).map { edge in
      guard edge.from < count, edge.to < count else { return nil }
      let time = DurationText.text(edge.median, language)
      return router.arrow(
        from: points[edge.from], to: points[edge.to],
        label: max(time.count, edge.count.grouped(in: language).count))
    }
  }

  /// Returns the part of the plane that has all steps and some of the arrows.
  func box(_ edges: [Int]) -> (x: Int, y: Int, width: Int, height: Int) {
    let places = points + edges.compactMap { arrows[$0]?.label }
    func ends(_ axis: [Int], _ room: Int) -> (start: Int, length: Int) {
      let start = (axis.min() ?? 0) - room
      return (start, (axis.max() ?? 0) + room - start)
    }
    let (x, y) = (ends(places.map(\.x), 152), ends(places.map(\.y), 45))
    return (x.start, y.start, x.length, y.length)
  }

  /// Returns the row of each step. A step stands below the steps that it usually follows. Of arrows
  /// that form a cycle, the rarest one leads upwards.
  private static func ranks(_ map: ProcessMap, _ count: Int, _ edges: [ProcessMap.Edge]) -> [Int] {
    var below: [[Int]] = Array(repeating: [], count: count)
    func leads(_ start: Int, to end: Int) -> Bool {
      var (waiting, seen) = ([start], Set([start]))
      while let step = waiting.popLast() {
        if step == end { return true }
        for next in below[step] where seen.insert(next).inserted { waiting.append(next) }
      }
      return false
    }
    var strongest = Array(repeating: 0, count: count)
    var downwards: [ProcessMap.Edge] = []
    for edge in edges where edge.count * 4 >= strongest[edge.to] && !leads(edge.to, to: edge.from) {
      strongest[edge.to] = max(strongest[edge.to], edge.count)
      below[edge.from].append(edge.to)
      downwards.append(edge)
    }
    var ranks = Array(repeating: 0, count: count)
    for _ in 0..<count {
      for edge in downwards { ranks[edge.to] = max(ranks[edge.to], ranks[edge.from] + 1) }
    }
    return ranks
  }

  private static func pull(on step: Int, _ edges: [ProcessMap.Edge], _ x: [Double]) -> Double {
    var (sum, weight) = (x[step] * 0.1, 0.1)
    for edge in edges where edge.from == step || edge.to == step {
      let other = edge.from == step ? edge.to : edge.from
      let strength = Double(edge.count).squareRoot()
      sum += x[other] * strength
      weight += strength
    }
    return sum / weight
  }
}
