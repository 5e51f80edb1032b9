import EventEngine

/// The events of each unit of time, by domain or type.
struct EventsOverTime {
  /// One colour of the chart.
  struct Series {
    let name: String
    var counts: [Int]
  }

  private(set) var series: [Series] = []
  private(set) var totals: [Int]
  /// The events of each type in each unit.
  private(set) var byType: [[Int]]

  /// The number of colours that can be distinguished.
  static let colours = 8

  init(_ page: PageContext) {
    let survey = page.survey
    let empty = Array(repeating: 0, count: page.scale.starts.count)
    totals = empty
    byType = survey.types.values.map { _ in empty }
    var unit = 0
    let starts = page.scale.starts
    for event in survey.events where event.isShown {
      // Times never decrease.
      while unit + 1 < starts.count && starts[unit + 1] <= event.time { unit += 1 }
      totals[unit] += 1
      byType[Int(event.type)][unit] += 1
    }
    series = Self.series(byType, names: Self.groups(page), other: page.words("прочие", "other"))
  }

  /// The domain of each type if there are several, else the type itself.
  private static func groups(_ page: PageContext) -> [String] {
    let names = page.survey.types.values
    let domains = names.map { page.domains.owner(of: $0.rawValue)?.name }
    if Set(domains.compactMap { $0 }).count < 2 { return names.map(\.rawValue) }
    return zip(names, domains).map { type, domain in
      domain ?? type.domainName.map(String.init) ?? type.rawValue
    }
  }

  private static func series(
    _ byType: [[Int]], names: [String], other: String
  ) -> [Series] {
    var groups: [String: [Int]] = [:]
    for (name, counts) in zip(names, byType) {
      groups[name] = groups[name].map { zip($0, counts).map { $0 + $1 } } ?? counts
    }
    let sorted = groups.map { (name: $0.key, counts: $0.value, total: $0.value.reduce(0, +)) }
      .filter { $0.total > 0 }
      .sorted { ($1.total, $0.name) < ($0.total, $1.name) }
      .map { Series(name: $0.name.shortened(), counts: $0.counts) }
    guard sorted.count > colours else { return sorted }
    let rest = sorted.dropFirst(colours - 1).reduce(into: Series(name: other, counts: [])) {
      $0.counts = $0.counts.isEmpty ? $1.counts : zip($0.counts, $1.counts).map { $0 + $1 }
    }
    return sorted.prefix(colours - 1) + [rest]
  }
}
