import EventStore
import Testing

@testable import ReplayToolKit

/// The arrows of process maps with steps in random rows.
@Suite struct ArrowRouterTests {
  private static let lane = 12.0

  /// Returns the places of steps in rows, some of them side by side, others offset.
  private func steps(_ random: inout SeededRandom) -> [ProcessLayout.Point] {
    (0..<Int.random(in: 2...7, using: &random)).flatMap { row in
      let count = Int.random(in: 1...4, using: &random)
      return (0..<count).map { ((2 * $0 - count + 1) * 131, row * ProcessLayout.row) }
    }
  }

  /// Returns the Bézier curves of a path; a straight line is one, too.
  private func curves(_ path: String) throws -> [[(x: Double, y: Double)]] {
    var curves: [[(x: Double, y: Double)]] = []
    var start = (x: 0.0, y: 0.0)
    for part in path.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("C", with: "|C").replacing("L", with: "|L").split(separator: "|")
    {
      let numbers = try part.dropFirst().split(separator: " ").map { try #require(Double($0)) }
      let points = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
      let end = try #require(points.last)
      switch part.first {
      case "M": break
      case "L": curves.append([start, start, end, end])
      default: curves.append([start] + points)
      }
      start = end
    }
    return curves
  }

  private func samples(_ curve: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    stride(from: 0, through: 1, by: 0.02).map { t in
      let weights = [
        (1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t,
      ]
      let points = zip(weights, curve)
      return (points.map { $0 * $1.x }.reduce(0, +), points.map { $0 * $1.y }.reduce(0, +))
    }
  }

  @Test func `no arrow passes through a step, and long arrows have lanes of their own`() throws {
    var random = SeededRandom(seed: 7)
    var count = 0
    for _ in 0..<60 {
      let steps = steps(&random)
      var router = ArrowRouter(steps)
      var lanes: [(x: Double, top: Double, bottom: Double)] = []
      for _ in 0..<40 {
        let (from, to) = (
          steps.randomElement(using: &random)!, steps.randomElement(using: &random)!
        )
        let arrow = router.arrow(from: from, to: to, label: 3)
        let curves = try curves(arrow.path)
        for point in curves.flatMap(samples) {
          for step in steps {
            let isInside =
              abs(point.x - Double(step.x)) < Double(ProcessLayout.width / 2)
              && abs(point.y - Double(step.y)) < Double(ProcessLayout.height / 2)
            #expect(!isInside, "\(arrow.path) passes through the step at \(step)")
          }
        }
        guard curves.count == 3 else { continue }
        count += 1
        let ends = [curves[1][0].y, curves[1][3].y]
        let lane = (x: curves[1][0].x, top: ends.min()!, bottom: ends.max()!)
        for other in lanes where other.bottom >= lane.top && other.top <= lane.bottom {
          #expect(abs(other.x - lane.x) >= Self.lane, "\(arrow.path) shares a lane")
        }
        lanes.append(lane)
      }
    }
    #expect(count > 0)
  }

  @Test func `a label stands on its arrow, beside the labels before`() {
    let steps: [ProcessLayout.Point] = [(0, 0), (0, ProcessLayout.row)]
    var router = ArrowRouter(steps)
    let labels = [(0, 1), (1, 0), (0, 0)].map {
      router.arrow(from: steps[$0.0], to: steps[$0.1], label: 1).label
    }
    #expect(labels.map(\.x) == [-10, 10, 136])
    #expect(labels[0].y != labels[2].y)
  }
}
