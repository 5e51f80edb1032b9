/// Draws the arrows of a process map, the most frequent first: they get the shortest ways. No arrow
/// passes through a step, and those that cross a row of steps have each a lane of their own.
struct ArrowRouter {
  typealias Point = ProcessLayout.Point

  private static let side = ProcessLayout.width / 2
  private static let half = ProcessLayout.height / 2
  /// The height of the space between two rows of steps.
  private static let gap = ProcessLayout.row - ProcessLayout.height
  /// The length of an arrow's head.
  private static let head = 8

  /// The places that a lane must avoid: the steps, and the lanes of the arrows before.
  private var occupied: [(x: Int, top: Int, bottom: Int, reach: Int)]
  /// The places that a label must avoid: the steps, and the labels of the arrows before.
  private var covered: [(x: Int, y: Int, width: Int, height: Int)]

  init(_ points: [Point]) {
    occupied = points.map { ($0.x, $0.y, $0.y, Self.side + 14) }
    covered = points.map { ($0.x, $0.y, Self.side, Self.half) }
  }

  /// Returns the arrow between two steps.
  /// - Parameter width: the number of characters of the label.
  mutating func arrow(from: Point, to: Point, label width: Int) -> ProcessLayout.Arrow {
    if from == to {
      let (x, y) = (from.x + Self.side, from.y)
      let loop = [(x, y - 12), (x + 50, y - 34), (x + 50, y + 34), (x + Self.head, y + 14)]
      occupied.append((x + 24, y, y, 26))
      // A long label stands below or above the loop.
      return (
        Self.path(loop),
        place(width, Self.places(on: loop) + [41, -41].map { (x + 16, y + $0) })
      )
    }
    if from.y == to.y {
      let (y, rise) = (from.y - Self.half, min(80, 40 + abs(to.x - from.x) / 16))
      let (x1, x2) = (Self.port(from.x, to.x), Self.port(to.x, from.x))
      let arc = [(x1, y), (x1, y - rise), (x2, y - rise), (x2, y - Self.head)]
      return (Self.path(arc), place(width, Self.places(on: arc)))
    }
    let down = to.y > from.y ? 1 : -1
    let (y1, y2) = (from.y + Self.half * down, to.y - Self.half * down)
    // Arrows upwards stand beside those downwards.
    let (start, end) = (from.x - 10 * down, to.x - 10 * down)
    func bend(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int) -> [Point] {
      let middle = (y1 + y2) / 2
      return [(x1, y1), (x1, middle), (x2, middle), (x2, y2)]
    }
    if (y2 - y1) * down <= Self.gap {
      let curve = bend(
        Self.port(start, end), y1, Self.port(end, start), y2 - Self.head * down)
      return (Self.path(curve), place(width, Self.places(on: curve)))
    }
    let (a, b) = (y1 + Self.gap * down, y2 - Self.gap * down)
    let x = lane(near: (start + end) / 2, min(a, b), max(a, b))
    let (first, last) = (
      bend(Self.port(start, x), y1, x, a), bend(x, b, Self.port(end, x), y2 - Self.head * down)
    )
    return (
      Self.path(first) + "L" + Self.path(last).dropFirst(),
      place(width, [[(x, a), (x, a), (x, b), (x, b)], first, last].flatMap(Self.places))
    )
  }

  /// Returns where an arrow to or from `x` meets a step: nearer to the side on which `x` is.
  private static func port(_ step: Int, _ x: Int) -> Int {
    step + max(-64, min(64, (x - step) / 6))
  }

  private static func path(_ curve: [Point]) -> String {
    let points = curve.map { "\($0.x) \($0.y)" }
    return "M\(points[0])C\(points[1...].joined(separator: " "))"
  }

  /// Returns the free x nearest to `wanted`, and occupies it between two heights.
  private mutating func lane(near wanted: Int, _ top: Int, _ bottom: Int) -> Int {
    let between = occupied.filter { $0.bottom >= top && $0.top <= bottom }
    let open = ([wanted] + between.flatMap { [$0.x - $0.reach, $0.x + $0.reach] })
      .filter { x in between.allSatisfy { abs(x - $0.x) >= $0.reach } }
    let x = open.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) } ?? wanted
    occupied.append((x, top, bottom, 12))
    return x
  }

  /// The places on a curve where its label may stand, the best first.
  private static func places(on curve: [Point]) -> [Point] {
    [50, 42, 58, 34, 66, 26, 74, 18, 82].map { point(of: curve, at: $0) }
  }

  /// Returns the first place where the label covers nothing, the very first if there is none.
  private mutating func place(_ width: Int, _ places: [Point]) -> Point {
    let width = 4 * width + 2
    let free = places.first { place in
      covered.allSatisfy {
        abs(place.x - $0.x) >= width + $0.width || abs(place.y - $0.y) >= 7 + $0.height
      }
    }
    let place = free ?? places[0]
    covered.append((place.x, place.y, width, 7))
    return (place.x, place.y + 4)
  }

  /// Returns a point of a cubic Bézier curve, by de Casteljau's algorithm.
  /// - Parameter share: percent of the way.
  private static func point(of curve: [Point], at share: Int) -> Point {
    var points = curve
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { a, b in
        (a.x + (b.x - a.x) * share / 100, a.y + (b.y - a.y) * share / 100)
      }
    }
    return points[0]
  }
}
