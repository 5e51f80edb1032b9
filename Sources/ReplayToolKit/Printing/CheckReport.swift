import EventChecking
import EventEngine

/// The report of `check` if every law holds: how often each command was accepted and refused.
struct CheckReport {
  let language: Language
  let seed: UInt64
  let runs: Int
  let seconds: Double
  let tally: Tally
  /// Whether incomplete coverage is a failure.
  let requiresFullCoverage: Bool

  /// Whether the coverage is complete or need not be. It is never enough if a domain accepted
  /// nothing.
  var coversEnough: Bool {
    tally.idle.isEmpty && (!requiresFullCoverage || tally.missing.isEmpty)
  }

  private var rows: [Tally.Row] { tally.rows }

  func print(_ terminal: inout Terminal) throws(SystemError) {
    let width = rows.map(\.command.count).max() ?? 0
    let (name, columns) = (
      Bilingual(ru: "команда", en: "command"),
      Bilingual(ru: " принято  неверных  отклонено", en: "accepted  malformed  refused")
    )
    try terminal.print(
      terminal.styled("\(name[language].padded(to: width))  \(columns[language])", .bold))
    for row in rows {
      let (accepted, malformed) = (
        row.accepted.grouped(in: language), row.malformed.grouped(in: language)
      )
      try terminal.print(
        "\(row.command.padded(to: width))  \(accepted.padded(to: 8, isRight: true))  "
          + "\(malformed.padded(to: 9, isRight: true))  \(list(row.refused))")
    }
    let general = list(tally.general)
    try terminal.print(ru: "любая команда: \(general)", en: "any command: \(general)")
    let gap =
      coversEnough
      ? Bilingual(ru: "", en: "")
      : Bilingual(ru: ", но встретилось не всё", en: ", but not everything occurred")
    try terminal.print(
      ru: "историй \(runs.russian), команд \(tally.commands.russian), удалений "
        + "\(tally.erasures.russian) за \(seconds.russian(1)) с, seed \(seed): все законы выполнены"
        + gap.ru,
      en: "\(runs.counted("run")), \(tally.commands.counted("command")), "
        + "\(tally.erasures.counted("erasure")) in \(seconds.fixed(1)) s, "
        + "seed \(seed): every law holds" + gap.en)
    for note in warnings + notes { terminal.note(note) }
  }

  /// Codes with their numbers, such as `notFound 3, cartEmpty 1`.
  private func list(_ counts: [(code: String, count: Int)]) -> String {
    counts.map { "\($0.code) \($0.count.grouped(in: language))" }.joined(separator: ", ")
  }

  /// Warnings of domains of which hardly anything was checked, however many runs there were.
  var warnings: [Bilingual] {
    tally.idle.map { domain in
      Bilingual(
        ru: "\(domain): ни одна команда не принята, поэтому почти ничего не проверено; "
          + "домену нужен CommandSource, команды которого он принимает",
        en: "\(domain): no command was accepted, so hardly anything was checked; "
          + "the domain needs a CommandSource whose commands it accepts")
    }
  }

  /// The notes on incomplete coverage. If the runs should cover everything, they name each command
  /// and refusal that was not covered; else they give the number of those that were.
  var notes: [Bilingual] {
    guard requiresFullCoverage else {
      let total = tally.outcomeCount
      let covered = total - tally.missing.count
      let all = Check.runsForAll
      return tally.missing.isEmpty
        ? []
        : [
          Bilingual(
            ru: "встретилось принятых команд и отказов: \(covered) из \(total); "
              + "все они должны встретиться за такое число историй: \(all.russian)",
            en: "covered \(covered) of \(total) accepted commands and refusals; \(all.grouped) "
              + "runs must cover all of them")
        ]
    }
    let end =
      coversEnough
      ? []
      : [
        Bilingual(
          ru: "всё это должно встретиться за такое число историй: \(runs.russian)",
          en: "\(runs.counted("run")) must cover all of these")
      ]
    return tally.missing + tally.rare + end
  }

  /// The failure to report to programs if coverage is incomplete; nil if everything is covered.
  var failure: ToolFailure? {
    if coversEnough { return nil }
    if let warning = warnings.first { return ToolFailure(.refused, .lawBroken, warning) }
    return ToolFailure(
      .refused, .lawBroken,
      ru: "историй: \(runs.russian); в них встретились не все команды и отказы",
      en: "\(runs.counted("run")) did not cover every command and refusal")
  }

  var json: [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", coversEnough)
      if let failure { json.error(failure.code, failure.text[language]) }
      json.int("seed", Int(truncatingIfNeeded: seed))
      json.int("runs", runs)
      json.int("commands", tally.commands)
      json.int("erasures", tally.erasures)
      json.seconds("seconds", seconds)
      json.objects("results", rows) { json, row in
        json.string("command", row.command)
        json.int("accepted", row.accepted)
        json.int("malformed", row.malformed)
        json.counts("refused", row.refused.map { ($0, $1) })
      }
      json.counts("general", tally.general.map { ($0, $1) })
      json.value("missing", .array(tally.missing.map { .string($0[language]) }))
    }
  }
}
