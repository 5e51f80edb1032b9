import EventEngine

/// How often each command was accepted, and with what the others were refused: a generator that
/// tests nothing shows.
public struct Tally: Sendable {
  /// What came of one command.
  public struct Row: Sendable {
    public let command: String
    public var accepted = 0
    /// Refused by the rules, by code, in the order of the command's table.
    public var refused: [(code: String, count: Int)]
    /// Refused for their form, their actor, their id or their time.
    public var malformed = 0

    /// With the domain in front.
    fileprivate func code(_ code: String) -> String {
      "\(command.prefix { $0 != "." }).\(code)"
    }
  }

  public private(set) var rows: [Row]
  private let places: [String: Int]
  /// Whether there is anything to erase.
  private let hasPersonalData: Bool
  public private(set) var commands = 0
  public private(set) var erasures = 0
  /// Refusals that belong to no command's table, and commands that had been carried out before.
  public private(set) var general: [(code: String, count: Int)] =
    StoryTeller.general.sorted().map { ($0, 0) } + [("duplicate", 0)]

  public init(_ domains: [CheckedDomain]) {
    let infos = domains.flatMap(\.commands.commands) + [CommandHandler.tick]
    rows = infos.map { Row(command: $0.name, refused: $0.refusals.map { ($0, 0) }) }
    hasPersonalData = domains.contains(where: \.readModels.recordsPersonalData)
    places = Dictionary(
      infos.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func count(_ step: Story.Step) {
    guard let result = step.result else {
      erasures += 1
      return
    }
    commands += 1
    let code = result.isDuplicate ? "duplicate" : result.problem?.code
    if let index = general.firstIndex(where: { $0.code == code }) { general[index].count += 1 }
    guard let place = result.command.flatMap({ places[$0] }) else { return }
    guard let problem = result.problem else {
      rows[place].accepted += 1
      return
    }
    if let index = rows[place].refused.firstIndex(where: { $0.code == problem.code }) {
      rows[place].refused[index].count += 1
    } else {
      rows[place].malformed += 1
    }
  }

  /// What many runs must see and these did not: commands that were never accepted, and codes that
  /// no command of their domain was refused with.
  public var missing: [String] {
    var counts: [String: Int] = [:]
    for row in rows {
      for refusal in row.refused { counts[row.code(refusal.code), default: 0] += refusal.count }
    }
    let commands = rows.filter { $0.accepted == 0 }.map { "\($0.command) was never accepted" }
    for (code, count) in general { counts[code] = count }
    let codes = counts.filter { $0.value == 0 }.keys.sorted()
    return commands + codes.map { "no command was refused with \($0)" }
      + (hasPersonalData && erasures == 0 ? ["nothing was erased"] : [])
  }

  /// How much `missing` looks for: every command, every code of a domain, and an erasure where there
  /// are personal data.
  public var wanted: Int {
    let codes = rows.flatMap { row in row.refused.map { row.code($0.code) } }
    return rows.count + Set(codes + general.map(\.code)).count + (hasPersonalData ? 1 : 0)
  }

  /// Refusals of single commands that never came.
  public var rare: [String] {
    rows.flatMap { row in
      row.refused.filter { $0.count == 0 }.map { "\(row.command) was never refused: \($0.code)" }
    }
  }
}
