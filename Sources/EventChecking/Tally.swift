import EventEngine

/// The numbers of accepted commands and of refusals by code. They reveal a generator that tests
/// nothing.
public struct Tally: Sendable {
  /// The counts of one command.
  package struct Row: Sendable {
    /// The full name of the command.
    package let command: String
    /// The number of accepted commands, duplicates excluded.
    package var accepted = 0
    /// The refusals by the domain's rules, by code, in the order of the command's table.
    package var refused: [(code: String, count: Int)]
    /// The number of commands refused with another code, such as for their form, actor, id or time.
    package var malformed = 0

    /// The code after the name of the domain and a dot.
    fileprivate func code(_ code: String) -> String {
      "\(command.prefix { $0 != "." }).\(code)"
    }
  }

  /// The counts by command, in the order of the domains.
  package private(set) var rows: [Row]
  private let places: [String: Int]
  private let domains: [String]
  /// Whether there is personal data to erase.
  private let hasPersonalData: Bool
  /// The number of all commands.
  package private(set) var commands = 0
  /// The number of erasures.
  package private(set) var erasures = 0
  /// The refusals that any command may have, by code, and the duplicates. `timeInFuture` is left
  /// out: random stories have their own times, none of which is in the future.
  package private(set) var general: [(code: String, count: Int)] =
    StoryRunner.general.subtracting(["timeInFuture"]).sorted().map { ($0, 0) } + [("duplicate", 0)]

  /// Creates a tally with a row for each command of the domains.
  package init(_ domains: [CheckedDomain]) {
    let infos = domains.flatMap(\.commands.commands) + [Tick.info]
    rows = infos.map { Row(command: $0.name, refused: $0.refusals.map { ($0, 0) }) }
    hasPersonalData = domains.contains(where: \.readModels.recordsPersonalData)
    self.domains = domains.map(\.name)
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

  /// The commands that were never accepted, and the codes with which no command of their domain was
  /// refused. After many runs none must be left.
  public var missing: [Bilingual] {
    var counts: [String: Int] = [:]
    for row in rows {
      for refusal in row.refused { counts[row.code(refusal.code), default: 0] += refusal.count }
    }
    let commands = rows.filter { $0.accepted == 0 }.map {
      Bilingual(ru: "\($0.command): ни разу не принята", en: "\($0.command) was never accepted")
    }
    for (code, count) in general { counts[code] = count }
    let codes = counts.filter { $0.value == 0 }.keys.sorted().map {
      Bilingual(ru: "отказа \($0) не было ни разу", en: "no command was refused with \($0)")
    }
    let isErasureMissing = hasPersonalData && erasures == 0
    return commands + codes
      + (isErasureMissing ? [Bilingual(ru: "ничего не удалялось", en: "nothing was erased")] : [])
  }

  /// The domains that were sent many commands and accepted none, so that hardly anything was
  /// checked. A short story may consist of a few refused commands by chance.
  package var idle: [String] {
    domains.filter { domain in
      let own = rows.filter { $0.command.hasPrefix(domain + ".") }
      let sent = own.reduce(0) { $1.refused.reduce($0 + $1.malformed) { $0 + $1.count } }
      return sent >= 30 && own.allSatisfy { $0.accepted == 0 }
    }
  }

  /// The number of outcomes that `missing` requires: every command, every code of a domain, every
  /// code that any command may have, a duplicate, and an erasure if there is personal data.
  package var outcomeCount: Int {
    let codes = rows.flatMap { row in row.refused.map { row.code($0.code) } }
    return rows.count + Set(codes + general.map(\.code)).count + (hasPersonalData ? 1 : 0)
  }

  /// The refusals of single commands that did not occur.
  package var rare: [Bilingual] {
    rows.flatMap { row in
      row.refused.filter { $0.count == 0 }.map {
        Bilingual(
          ru: "\(row.command): отказа \($0.code) не было ни разу",
          en: "\(row.command) was never refused: \($0.code)")
      }
    }
  }
}
