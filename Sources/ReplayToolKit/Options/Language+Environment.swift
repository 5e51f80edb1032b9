import EventEngine

extension Language {
  /// - Parameter source: the option or the variable, for the error.
  init(_ word: String, of source: String) throws(UsageError) {
    guard let language = Language(rawValue: word) else {
      throw UsageError(
        ru: "\(source) принимает ru или en, а не «\(word)»",
        en: "\(source) takes ru or en, not \"\(word)\"")
    }
    self = language
  }

  /// The language of `REPLAY_LOCALE`, else of the system's messages: Russian or English.
  static func fromEnvironment() throws(UsageError) -> Language {
    if let word = try variable("REPLAY_LOCALE") { return try Language(word, of: "REPLAY_LOCALE") }
    // POSIX uses the first of them that is set.
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = try variable(name) { return value.hasPrefix("ru") ? .ru : .en }
    }
    return .en
  }

  /// The language of `--locale`, else of the environment.
  static func chosen(by arguments: Arguments) throws(UsageError) -> Language {
    guard let word = arguments.value("--locale") else { return try fromEnvironment() }
    return try Language(word, of: "--locale")
  }

  /// The value of a variable; nil if it is not set or empty.
  private static func variable(_ name: String) throws(UsageError) -> String? {
    let value = try UsageError.unlessText { () throws(InvalidUTF8) in
      try ProcessEnvironment.value(name)
    }
    return value?.isEmpty == true ? nil : value
  }
}
