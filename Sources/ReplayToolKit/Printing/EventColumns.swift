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
}
