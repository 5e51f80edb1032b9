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

/// Equal parts of the time from a journal's first event to its last, in which events are counted.
struct TimeUnits {
  private static let most = 30
  private static let names: [(seconds: Int64, name: Bilingual)] = [
    (1, Bilingual(ru: "секунду", en: "second")), (60, Bilingual(ru: "минуту", en: "minute")),
    (3600, Bilingual(ru: "час", en: "hour")), (86_400, Bilingual(ru: "день", en: "day")),
    (7 * 86_400, Bilingual(ru: "неделю", en: "week")),
    (30 * 86_400, Bilingual(ru: "30 дней", en: "30 days")),
    year,
  ]
  private static let year: (seconds: Int64, name: Bilingual) = (
    365 * 86_400, Bilingual(ru: "365 дней", en: "365 days")
  )

  private let start: Timestamp
  private let length: Int64
  /// The number of parts.
  let count: Int
  /// The length of a part: `day`.
  let name: Bilingual

  /// Chooses the shortest unit that makes at most 30 parts. The first part begins with the first
  /// event.
  init(from start: Timestamp, to end: Timestamp) {
    self.start = start
    let span = max(0, end.milliseconds(since: start))
    let fitting = Self.names.first { span / ($0.seconds * 1000) < Self.most }
    let (seconds, name) = fitting ?? Self.year
    // In a history of 30 years and more, a part is several times 365 days long.
    let units = fitting == nil ? span / (seconds * 1000 * Int64(Self.most)) + 1 : 1
    length = seconds * 1000 * units
    self.name =
      units == 1 ? name : Bilingual(ru: "\(365 * units) дней", en: "\(365 * units) days")
    count = Int(span / length) + 1
  }

  func index(of time: Timestamp) -> Int {
    min(count - 1, Int(max(0, time.milliseconds(since: start)) / length))
  }
}
