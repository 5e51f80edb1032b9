import EventChecking
import EventEngine

/// The report of `check` if every law holds: how often each command was accepted and refused.
struct CheckReport {
  let seed: UInt64
  let runs: Int
  let seconds: Double
  let tally: Tally
  /// Whether incomplete coverage is a failure.
  let mustBeWhole: Bool

  var isWhole: Bool { !mustBeWhole || tally.missing.isEmpty }

  private var rows: [Tally.Row] { tally.rows }

  func print(_ terminal: inout Terminal) throws(SystemError) {
    let width = rows.map(\.command.count).max() ?? 0
    try terminal.print(
      terminal.styled("\("command".padded(to: width))  accepted  malformed  refused", .bold))
    for row in rows {
      let refused = row.refused.map { "\($0.code) \($0.count.grouped)" }.joined(separator: ", ")
      try terminal.print(
        "\(row.command.padded(to: width))  \(row.accepted.grouped.padded(toRight: 8))  "
          + "\(row.malformed.grouped.padded(toRight: 9))  \(refused)")
    }
    let general = tally.general.map { "\($0.code) \($0.count.grouped)" }.joined(separator: ", ")
    try terminal.print("any command: \(general)")
    try terminal.print(
      "\(runs.counted("run")), \(tally.commands.counted("command")), "
        + "\(tally.erasures.counted("erasure")) in \(seconds.fixed(1)) s, "
        + "seed \(seed): every law holds")
    for note in notes { terminal.note("\(toolName): \(note)") }
  }

  /// The commands and refusals that were not covered: one by one if so many runs should cover them,
  /// else their number.
  var notes: [String] {
    guard mustBeWhole else {
      return tally.missing.isEmpty
        ? []
        : [
          "covered \(tally.wanted - tally.missing.count) of \(tally.wanted) accepted commands and "
            + "refusals; \(Check.runsForAll.grouped) runs must cover all of them"
        ]
    }
    let end = isWhole ? [] : ["\(runs.counted("run")) must cover all of these"]
    return tally.missing + tally.rare + end
  }

  var json: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("ok")
    json.bool(isWhole)
    if !isWhole {
      json.error(.lawBroken, "\(runs.counted("run")) did not cover every command and refusal")
    }
    json.literalKey("seed")
    json.int(Int(truncatingIfNeeded: seed))
    json.literalKey("runs")
    json.int(runs)
    json.literalKey("commands")
    json.int(tally.commands)
    json.literalKey("erasures")
    json.int(tally.erasures)
    json.literalKey("seconds")
    json.seconds(seconds)
    json.literalKey("results")
    json.beginArray()
    for row in rows { write(row, to: &json) }
    json.endArray()
    json.literalKey("general")
    json.beginObject()
    for (code, count) in tally.general {
      json.key(code)
      json.int(count)
    }
    json.endObject()
    json.literalKey("missing")
    json.value(.array(tally.missing.map(JSONValue.string)))
    json.endObject()
    return json.bytes
  }

  private func write(_ row: Tally.Row, to json: inout JSONWriter) {
    json.beginObject()
    json.literalKey("command")
    json.string(row.command)
    json.literalKey("accepted")
    json.int(row.accepted)
    json.literalKey("malformed")
    json.int(row.malformed)
    json.literalKey("refused")
    json.beginObject()
    for (code, count) in row.refused {
      json.key(code)
      json.int(count)
    }
    json.endObject()
    json.endObject()
  }
}

extension String {
  fileprivate func padded(toRight width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
