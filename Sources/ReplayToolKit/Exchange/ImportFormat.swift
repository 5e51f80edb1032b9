import EventEngine

/// The formats that an import reads.
enum ImportFormat: String, CaseIterable, Sendable {
  case jsonLines = "jsonl"
  case csv
  case cloudEvents = "cloudevents"

  static let option = OptionSpec(
    "--format", "FORMAT",
    ru: "jsonl, csv или cloudevents (по умолчанию — по первой строке)",
    en: "jsonl, csv or cloudevents (default: by the first line)",
    choices: allCases.map(\.rawValue))

  /// The format that the option names; nil if the option is not given.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let name = arguments.value(Self.option.name) else { return nil }
    guard let format = ImportFormat(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      throw UsageError.unknown(
        .importFormat, name, among: names,
        otherwise: Bilingual(
          ru: "форматы: \(names.joined(separator: ", "))",
          en: "the formats are \(names.joined(separator: ", "))"))
    }
    self = format
  }

  /// The advice for an XML file, most of which are event logs.
  static let xesHint: Bilingual = {
    let command =
      "python3 -c 'import pm4py; pm4py.convert_to_dataframe(pm4py.read_xes(\"log.xes\"))"
      + ".to_csv(\"log.csv\", index=False)'"
    return Bilingual(
      ru: "журнал XES переводит в CSV библиотека PM4Py: \(command)",
      en: "PM4Py turns an XES log into CSV: \(command)")
  }()

  /// Guesses the format from the first line that is not blank.
  init(firstLine: [UInt8]) {
    let text = firstLine.drop { [0x20, 0x09].contains($0) }
    guard text.first == UInt8(ascii: "{") || text.first == UInt8(ascii: "[") else {
      self = .csv
      return
    }
    var members = JSONMembers()
    do throws(JSONSyntaxError) { try members.scan(firstLine) } catch {
      self = .jsonLines
      return
    }
    self = members["specversion"] == nil ? .jsonLines : .cloudEvents
  }
}
