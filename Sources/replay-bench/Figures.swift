import EventChecking
import EventEngine
import ReplayToolKit

/// The results of `bench`.
struct Figures {
  /// One figure: its name in JSON, its description and its unit.
  struct Figure {
    let name: String
    let title: String
    let value: Double
    let unit: String
    /// The number of decimals in the table.
    let digits: Int
    /// The number that the table divides the value by.
    let scale: Double
  }

  private(set) var figures: [Figure] = []

  mutating func add(
    _ name: String, _ title: String, _ value: Double, _ unit: String, digits: Int = 0
  ) {
    figures.append(
      Figure(name: name, title: title, value: value, unit: unit, digits: digits, scale: 1))
  }

  /// Adds a number of bytes, which the table shows in megabytes.
  mutating func add(_ name: String, _ title: String, bytes: Int) {
    figures.append(
      Figure(name: name, title: title, value: Double(bytes), unit: "MB", digits: 1, scale: 1e6))
  }

  /// The median of `runs` measurements, in seconds.
  static func median(of runs: Int, _ measure: () throws -> Double) rethrows -> Double {
    var seconds: [Double] = []
    for _ in 0..<runs { seconds.append(try measure()) }
    return middle(of: seconds)
  }

  static func middle(of values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[(values.count - 1) / 2] + sorted[values.count / 2]) / 2
  }

  /// The elapsed time of `body`, in seconds.
  static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = SystemClock.ticks()
    try body()
    return Double(SystemClock.ticks() - start) / 1e9
  }

  /// The processor time of `body`, in seconds: for work that does not wait, so that other load on
  /// the machine does not count.
  static func processorTime(_ body: () throws -> Void) rethrows -> Double {
    let start = SystemClock.processorTicks()
    try body()
    return Double(SystemClock.processorTicks() - start) / 1e9
  }

  var json: [UInt8] {
    JSONWriter.object { json in
      for figure in figures {
        json.key(figure.name)
        let isWhole = figure.digits == 0 || figure.scale > 1
        if isWhole { json.int(Int(figure.value)) } else { json.seconds(figure.value) }
      }
    }
  }

  func print(_ terminal: inout Terminal) throws(SystemError) {
    let texts = figures.map { figure in
      figure.digits == 0
        ? Int(figure.value).grouped : (figure.value / figure.scale).fixed(figure.digits)
    }
    let titleWidth = figures.map(\.title.count).max() ?? 0
    let width = texts.map(\.count).max() ?? 0
    for (figure, text) in zip(figures, texts) {
      let number = text.padded(to: width, isRight: true)
      try terminal.print("\(figure.title.padded(to: titleWidth))  \(number) \(figure.unit)")
    }
  }
}
