import EventEngine

/// An option of a subcommand, as the help shows it.
package struct OptionSpec: Sendable {
  package let name: String
  /// The name of the value in the help; nil for a flag.
  package let value: String?
  package let help: Bilingual
  /// All values of an option that has a fixed set of them, for completion.
  package let choices: [String]

  /// - Parameters:
  ///   - ru: the help in Russian.
  ///   - en: the help in English.
  package init(
    _ name: String, _ value: String? = nil, ru: String, en: String, choices: [String] = []
  ) {
    self.name = name
    self.value = value
    help = Bilingual(ru: ru, en: en)
    self.choices = choices
  }
}

/// The arguments after the subcommand's name.
package struct Arguments: Sendable {
  /// The running tool.
  package let tool: ReplayTool
  package private(set) var positionals: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Parses options anywhere, as `--name value` or `--name=value`; `--` ends them.
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
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.short[parts[0]] ?? String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else {
        throw UsageError.unknown(
          "option", name, nearest: Spelling.nearest(to: name, in: options.map(\.name)))
      }
      guard option.value != nil else {
        if parts.count > 1 { throw UsageError("\(name) takes no value") }
        flags.insert(name)
        continue
      }
      if parts.count > 1 {
        values[name, default: []].append(String(parts[1]))
      } else {
        guard index < words.count else {
          throw UsageError("\(name) needs a value: \(name) \(option.value ?? "")")
        }
        values[name, default: []].append(words[index])
        index += 1
      }
    }
  }

  private static let short: [Substring: String] = ["-h": "--help", "-f": "--follow"]

  package func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Whether an option or a flag is there.
  package func isGiven(_ name: String) -> Bool { has(name) || values[name] != nil }

  /// Returns the last value of an option.
  package func value(_ name: String) -> String? { values[name]?.last }

  /// Returns every value of an option that may be repeated.
  package func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Returns the whole number of an option; throws if it is not within `range`.
  package func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) takes a whole number from \(range.lowerBound) to \(range.upperBound), "
          + "not \"\(text)\"")
    }
    return number
  }
}

/// Wrong usage of the command line: exit status 64.
package struct UsageError: Error {
  package let message: String

  package init(_ message: String) { self.message = message }

  package init(_ error: InvalidUTF8) { message = "\(error)".printable }

  /// Returns the result of `body`, and reports invalid UTF-8 as wrong usage.
  package static func unlessText<Value>(
    _ body: () throws(InvalidUTF8) -> Value
  ) throws(UsageError) -> Value {
    do throws(InvalidUTF8) { return try body() } catch { throw UsageError(error) }
  }

  /// - Parameter otherwise: the advice if no name is near.
  package static func unknown(
    _ what: String, _ word: String, nearest: String?, otherwise: String? = nil
  ) -> UsageError {
    let hint = nearest.map { "did you mean \"\($0)\"?" } ?? otherwise
    return UsageError("unknown \(what) \"\(word)\"" + (hint.map { "; \($0)" } ?? ""))
  }
}
