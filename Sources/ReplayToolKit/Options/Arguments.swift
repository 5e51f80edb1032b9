import EventEngine

/// An option of a subcommand, as the help shows it.
package struct OptionSpec: Sendable {
  package let name: String
  /// The name of the value in the help; nil for a flag.
  package let value: String?
  package let help: Bilingual
  /// All values of an option that has a fixed set of them, for completion.
  package let choices: [String]
  /// The part of the engine that the option is for; nil if it serves every domain.
  let feature: Feature?
  /// Whether the value names what the verb writes.
  let isOutput: Bool

  /// - Parameters:
  ///   - ru: the help in Russian.
  ///   - en: the help in English.
  package init(
    _ name: String, _ value: String? = nil, ru: String, en: String, choices: [String] = [],
    feature: Feature? = nil, isOutput: Bool = false
  ) {
    self.name = name
    self.value = value
    help = Bilingual(ru: ru, en: en)
    self.choices = choices
    self.feature = feature
    self.isOutput = isOutput
  }

  /// Whether the value names a file or a folder, so that an empty one is a mistake.
  fileprivate var takesPath: Bool { value == "FILE" || value == "DIR" }
}

/// The arguments after the subcommand's name.
package struct Arguments: Sendable {
  /// The running tool.
  package let tool: ReplayTool
  package private(set) var positionals: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Parses options anywhere, as `--name value` or `--name=value`; an option of one letter also as
  /// `-n5`. `--` ends the options. Neither `--` nor the name of an option is taken as a value, except
  /// after `=`; an empty text is not taken as a path.
  package init(
    _ words: [String], of tool: ReplayTool, options: [OptionSpec]
  ) throws(UsageError) {
    self.tool = tool
    var index = 0
    var isOver = false
    while index < words.count {
      let word = words[index]
      index += 1
      if isOver || !word.hasPrefix("-") || word == "-" {
        positionals.append(word)
        continue
      }
      if word == "--" {
        isOver = true
        continue
      }
      let (before, value) =
        word.divided(at: "=").map { ($0.before, $0.after) } ?? Self.attached(word) ?? (word, nil)
      let name = Self.short[before] ?? before
      guard let option = options.first(where: { $0.name == name }) else {
        let next = words[index...].first.flatMap { $0.hasPrefix("-") ? nil : $0 }
        if let field = Self.field(named: name, value ?? next, in: words, of: tool) {
          throw UsageError.unknown(.option, name, nearest: field)
        }
        throw UsageError.unknown(option: name, among: options)
      }
      guard option.value != nil else {
        if value != nil {
          throw UsageError(ru: "\(name) не принимает значения", en: "\(name) takes no value")
        }
        flags.insert(name)
        continue
      }
      var found = value
      if value == nil, index < words.count, words[index] != "--",
        !options.contains(where: { $0.name == words[index] })
      {
        found = words[index]
        index += 1
      }
      guard let found, !(found.isEmpty && option.takesPath) else {
        let form = "\(name) \(option.value ?? "")"
        throw UsageError(
          ru: "\(name) требует значения: \(form)", en: "\(name) needs a value: \(form)")
      }
      values[name, default: []].append(found)
    }
  }

  /// The option of one letter and its number, as in `-n5`; nil for any other word.
  private static func attached(_ word: String) -> (before: String, after: String?)? {
    let digits = word.utf8.dropFirst(2)
    let isNumber = !digits.isEmpty && digits.allSatisfy { 0x30...0x39 ~= $0 }
    return word.utf8.first == UInt8(ascii: "-") && isNumber
      ? (String(word.prefix(2)), String(word.dropFirst(2))) : nil
  }

  /// The word `field=value` that an unknown option stands for, if one of the words is a command or a
  /// read model with a field of that name.
  private static func field(
    named option: String, _ value: String?, in words: [String], of tool: ReplayTool
  ) -> String? {
    guard option.hasPrefix("--") else { return nil }
    let fields =
      tool.domains.commands.flatMap(\.commands).filter { words.contains($0.name) }
      .flatMap(\.fields)
      + tool.domains.readModels.filter { words.contains($0.name) }.flatMap(\.fields)
    guard let field = fields.first(where: { $0.name == option.dropFirst(2) }) else { return nil }
    let text = field.kind == .secret ? "@FILE" : value ?? "VALUE"
    return "\(field.name)=\(text)".shellWord
  }

  /// Throws if one of the words is an option that is not among these.
  static func requireKnown(
    _ words: ArraySlice<String>, in options: [OptionSpec]
  ) throws(UsageError) {
    for word in words where word.hasPrefix("-") {
      let name = word.divided(at: "=")?.before ?? attached(word)?.before ?? word
      guard options.contains(where: { $0.name == short[name] ?? name }) else {
        throw UsageError.unknown(option: name, among: options)
      }
    }
  }

  private static let short: [String: String] = ["-h": "--help", "-f": "--follow"]

  /// Returns the last value of an option, even if other words are invalid. Takes every word for an
  /// option that looks like it, also the value of another one.
  static func value(of option: String, in words: [String]) -> String? {
    var next: String?
    for word in words.prefix(while: { $0 != "--" }).reversed() {
      if word == option, let next { return next }
      if word.hasPrefix("\(option)=") { return String(word.dropFirst(option.count + 1)) }
      next = word
    }
    return nil
  }

  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Whether an option or a flag is given.
  package func isGiven(_ name: String) -> Bool { has(name) || values[name] != nil }

  /// Returns the last value of an option.
  package func value(_ name: String) -> String? { values[name]?.last }

  /// Returns the path in the last value of an option; nil if the option is missing, or if the value
  /// is `-` for a standard stream.
  func path(_ name: String) -> String? { value(name).flatMap { $0 == "-" ? nil : $0 } }

  /// Throws if an option is given more than once: what it names is read, and nothing may be left
  /// out in silence.
  func refuseRepeated(_ name: String) throws(UsageError) {
    guard values(name).count > 1 else { return }
    throw UsageError(
      ru: "\(name) называет один ввод, а дано несколько; укажите их по одному",
      en: "\(name) names one input, but several are given; give them one at a time")
  }

  /// Returns every value of an option that may be repeated.
  package func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the whole number of an option; throws if it is not within `range`.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try integers(name, in: range).last
  }

  /// Returns every number of an option that may be repeated.
  func integers(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> [Int] {
    try values(name).map { (text) throws(UsageError) in
      guard let number = Int(text), range.contains(number) else {
        let (first, last) = (range.lowerBound, range.upperBound)
        throw UsageError(
          ru: "\(name) принимает целое число от \(first) до \(last), а не «\(text)»",
          en: "\(name) takes a whole number from \(first) to \(last), not \"\(text)\"")
      }
      return number
    }
  }
}

/// Wrong usage of the command line: exit status 64.
package struct UsageError: Error {
  package let text: Bilingual

  package init(_ text: Bilingual) { self.text = text }

  package init(ru: String, en: String) { text = Bilingual(ru: ru, en: en) }

  /// An error with one text in every language, because a part of it is not translated.
  package init(untranslated message: String) { text = Bilingual(untranslated: message) }

  package static func cannotCombine(_ option: String, _ other: String) -> UsageError {
    UsageError(
      ru: "\(option) и \(other) не сочетаются",
      en: "\(option) cannot be combined with \(other)")
  }

  package init(_ error: InvalidUTF8) {
    text = error.text.map(\.printable)
  }

  /// Returns the result of `body`, and reports invalid UTF-8 as wrong usage.
  package static func unlessText<Value>(
    _ body: () throws(InvalidUTF8) -> Value
  ) throws(UsageError) -> Value {
    do throws(InvalidUTF8) { return try body() } catch { throw UsageError(error) }
  }

  /// The kind of name that an unknown word stands for.
  package struct Kind {
    let name: Bilingual

    static let option = Kind(ru: "неизвестная опция", en: "option")
    static let subcommand = Kind(ru: "неизвестная подкоманда", en: "subcommand")
    static let model = Kind(ru: "неизвестная модель", en: "read model")
    static let domain = Kind(ru: "неизвестный домен", en: "domain")
    static let command = Kind(ru: "неизвестная команда", en: "command")
    static let name = Kind(ru: "неизвестное имя", en: "name")
    static let column = Kind(ru: "неизвестный столбец", en: "column")
    static let importFormat = Kind(ru: "неизвестный формат", en: "import format")
    static let shell = Kind(ru: "неизвестная оболочка", en: "shell")
    static let word = Kind(ru: "неизвестное слово", en: "word")
    static let part = Kind(ru: "в --map неизвестная часть", en: "part in --map")
    static func field(of what: String) -> Kind {
      Kind(name: Bilingual(ru: "у \(what) нет поля", en: "\(what) has no field"))
    }

    private init(name: Bilingual) { self.name = name }

    init(ru: String, en: String) { name = Bilingual(ru: ru, en: "unknown \(en)") }
  }

  /// The advice to look names up with `catalog`.
  static var catalog: Bilingual {
    Bilingual(ru: "список выводит \(toolName) catalog", en: "\(toolName) catalog lists them")
  }

  /// - Parameter otherwise: the advice if no name is near.
  package static func unknown(
    _ kind: Kind, _ word: String, nearest: String?, otherwise: Bilingual? = nil
  ) -> UsageError {
    let advice = nearest == nil ? otherwise?.map { "; \($0)" } : nil
    return UsageError(
      Bilingual(ru: "\(kind.name.ru) «\(word)»", en: "\(kind.name.en) \"\(word)\"")
        + (advice ?? Bilingual.suggesting(nearest)))
  }

  /// - Parameter names: the known names, of which the nearest one is suggested.
  package static func unknown(
    _ kind: Kind, _ word: String, among names: [String], otherwise: Bilingual? = nil
  ) -> UsageError {
    unknown(kind, word, nearest: Spelling.nearest(to: word, in: names), otherwise: otherwise)
  }

  /// An unknown option. One that names an output elsewhere stands for the verb's option that does
  /// so.
  fileprivate static func unknown(option name: String, among options: [OptionSpec]) -> UsageError {
    let names = options.map(\.name)
    let ofFile = ["--file", "--output", "--out", "-o"].contains(name)
    let own = ofFile ? options.first(where: \.isOutput)?.name : nil
    return unknown(.option, name, nearest: own ?? Spelling.nearest(to: name, in: names))
  }

  /// Throws if one of the words is not a known name.
  static func require(_ words: [String], _ kind: Kind, among names: [String]) throws(UsageError) {
    for word in words where !names.contains(word) { throw unknown(kind, word, among: names) }
  }
}

extension Bilingual {
  /// The end of a message about an unknown name: the nearest one, or nothing.
  static func suggesting(_ nearest: String?) -> Bilingual {
    nearest.map { Bilingual(ru: "; может быть, «\($0)»?", en: "; did you mean \"\($0)\"?") }
      ?? .empty
  }
}
