import EventEngine

/// The form in which rows are printed.
package enum RowFormat: String, CaseIterable, Sendable {
  case table, json, jsonl, csv, tsv, markdown

  /// Whether the rows are JSON: one array, or an object per line.
  package var isJSON: Bool { self == .json || self == .jsonl }
}

/// The options of every subcommand that prints rows.
package struct RowOptions: Sendable {
  package static let specs =
    formatSpecs + [
      OptionSpec(
        "--limit", "N",
        ru: "только первые N строк",
        en: "only the first N rows")
    ]
  static let formatSpecs = [
    OptionSpec(
      "--format", "FORMAT",
      ru: "table, json, jsonl, csv (RFC 4180), tsv или markdown",
      en: "table, json, jsonl, csv (RFC 4180), tsv or markdown",
      choices: RowFormat.allCases.map(\.rawValue)),
    OptionSpec(
      "--columns", "NAMES",
      ru: "только эти поля, в этом порядке: position,data.\(Sample.current.member)",
      en: "only these members, in this order: position,data.\(Sample.current.member)"),
    OptionSpec(
      "--raw", nil,
      ru: "csv и tsv без ' перед текстом, похожим на формулу",
      en: "csv and tsv without the ' before texts that look like formulas"),
  ]

  /// The given format; nil for the subcommand's usual one.
  package let format: RowFormat?
  package let columns: [String]?
  package let limit: Int?
  package let isRaw: Bool

  /// Whether no rows are asked for, so that the subcommand prints a text for people.
  var isText: Bool { format == nil && columns == nil }

  /// - Parameters:
  ///   - others: words after `--format` that do not name a format of rows.
  ///   - known: the columns that `--columns` may name; nil if they are not known yet.
  package init(
    _ arguments: Arguments, json: RowFormat, others: [String] = [], columns known: [String]? = nil
  ) throws(UsageError) {
    let names = RowFormat.allCases.map(\.rawValue) + others
    var format: RowFormat?
    if let word = arguments.value("--format"), !others.contains(word) {
      format = RowFormat(rawValue: word)
      if format == nil {
        let list = names.dropLast().joined(separator: ", ")
        let last = names.last ?? ""
        throw UsageError(
          ru: "--format принимает \(list) или \(last), а не «\(word)»",
          en: "--format takes \(list) or \(last), not \"\(word)\"")
      }
    }
    if arguments.has("--json") {
      if let format, !format.isJSON {
        throw UsageError.cannotCombine("--json", "--format \(format)")
      }
      format = format ?? json
    }
    self.format = format
    columns = try Self.columns(arguments.value("--columns"))
    limit = try arguments.integer("--limit", in: 0...Int.max)
    isRaw = arguments.has("--raw")
    if isRaw, format != .csv, format != .tsv {
      throw UsageError(
        ru: "--raw требует --format csv или tsv", en: "--raw needs --format csv or tsv")
    }
    if let known { try requireColumns(in: known) }
  }

  private static func columns(_ list: String?) throws(UsageError) -> [String]? {
    guard let list else { return nil }
    let names = list.commaSeparated
    if names.contains("") {
      throw UsageError(
        ru: "--columns принимает имена через запятую",
        en: "--columns takes names separated by commas")
    }
    return names
  }

  /// The columns of events and changes whose values may be objects.
  package static let objects = ["data", "personal", "before", "after", "parameters"]

  /// Throws if a column is none of `known`; a path such as `data.order` is in the column `data`.
  ///
  /// - Parameter objects: the columns whose values may be objects, which paths lead into.
  package func requireColumns(
    in known: [String], objects: [String] = Self.objects
  ) throws(UsageError) {
    for name in columns ?? [] where !known.contains(name) {
      let base = String(name.prefix { $0 != "." })
      if base.utf8.count < name.utf8.count, known.contains(base), objects.contains(base) {
        continue
      }
      let column = String(base.prefix { $0 != "[" })
      throw UsageError.unknown(
        .column, name,
        nearest: known.contains(column) ? column : Spelling.nearest(to: name, in: known),
        otherwise: Bilingual(
          ru: "столбцы: \(known.joined(separator: ", "))",
          en: "the columns are \(known.joined(separator: ", "))"))
    }
  }
}

extension JSONObject {
  /// The value at a path such as `data.order`. A member that has the whole path as its name takes
  /// precedence, then the one with the shortest name.
  package subscript(path path: String) -> JSONValue? { self[path: path[...]] }

  private subscript(path path: Substring) -> JSONValue? {
    if let value = self[String(path)] { return value }
    for dot in path.indices where path[dot] == "." {
      if case .object(let inner) = self[String(path[..<dot])],
        let value = inner[path: path[path.index(after: dot)...]]
      {
        return value
      }
    }
    return nil
  }

  /// The members at these paths, in this order.
  package func only(_ columns: [String]) -> JSONObject {
    var chosen = JSONObject()
    for column in columns { if let value = self[path: column] { chosen[column] = value } }
    return chosen
  }
}
