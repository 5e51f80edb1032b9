import EventEngine

/// The members of an event that rows can show.
enum EventColumns {
  /// Every member, in the order of its JSON.
  static let all = [
    "position", "id", "time", "type", "version", "actor", "command", "commandId", "correlation",
    "because", "tags", "data",
  ]

  /// The members that a table shows if none are chosen.
  static let usual = ["position", "time", "type", "actor", "tags", "data"]

  /// Returns the columns of this format if none are chosen.
  static func columns(of format: RowFormat?) -> [String] {
    format == .csv || format == .tsv ? all : usual
  }

  /// The column of personal data for rows of cells, if one of the events has some; JSON has it
  /// anyway.
  static func personal(
    at positions: [Position], in reader: inout JournalReader, for rows: RowOptions, wait: Int
  ) throws -> [String] {
    guard let format = rows.format, !format.isJSON, rows.columns == nil else { return [] }
    let isThere = try positions.contains { position in
      try reader.undisturbed(wait: wait) { reader in
        try reader.event(at: position)?.erasable?.personal != nil
      }
    }
    return isThere ? ["personal"] : []
  }
}
