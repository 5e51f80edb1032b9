import EventEngine
import PlatformLibc

/// Bytes of an argument or a variable that are not UTF-8. They are refused, since a text with
/// replacement characters would name another file.
package struct InvalidUTF8: Error, Hashable, Sendable {
  /// The source of the bytes: `argument 2`.
  package let what: Bilingual
  package let bytes: [UInt8]
}

extension InvalidUTF8: CustomStringConvertible {
  package var description: String { text.en }

  package var text: Bilingual {
    Bilingual(
      ru: "\(what.ru) — не UTF-8: «\(spelledOut)»",
      en: "\(what.en) is not UTF-8: \"\(spelledOut)\"")
  }

  /// The text with every invalid byte as `\xff`.
  private var spelledOut: String {
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let character = (1...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
      if let character = character.first {
        text += character
        rest = rest.dropFirst(character.utf8.count)
      } else {
        text += "\\x" + Hexadecimal.encode([byte])
        rest = rest.dropFirst()
      }
    }
    return text
  }
}

extension ToolFailure {
  static let unreadableArguments = ToolFailure(
    .inputOutput, ru: "аргументы не прочитать: нужна смонтированная /proc",
    en: "the arguments cannot be read: /proc must be mounted")
}

extension ProcessEnvironment {
  /// Whether the arguments are known. On Linux, they are found with the help of /proc.
  static var hasWords: Bool { CommandLine.argc > 0 }

  /// Returns the arguments after the program's name.
  package static func words() throws(InvalidUTF8) -> [String] {
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[number] else { break }
      let what = Bilingual(ru: "аргумент \(number)", en: "argument \(number)")
      words.append(try unsafe text(word, what))
    }
    return words
  }

  /// Whether this is one of the arguments, even if others are not UTF-8.
  package static func hasWord(_ wanted: String) -> Bool {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[number] else { return false }
      if unsafe strcmp(word, wanted) == 0 { return true }
    }
    return false
  }

  /// Returns the absolute path, without resolving links. A relative path is returned unchanged if
  /// the current folder has no path, or one that is not UTF-8.
  package static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(folder) }
    guard let root = unsafe String(validatingCString: folder) else { return path }
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
    let separator = root.hasSuffix("/") ? "" : "/"
    return rest.isEmpty || rest == "." ? root : "\(root)\(separator)\(rest)"
  }

  /// Returns the value of a variable; nil if it is not set.
  package static func value(_ name: String) throws(InvalidUTF8) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return try unsafe text(value, Bilingual(untranslated: name))
  }

  /// Sets a variable of this process and of those that it will start. Called while no other thread
  /// reads the environment.
  static func set(_ name: String, to value: String) { unsafe setenv(name, value, 1) }

  /// Whether a variable is set and not empty.
  package static func has(_ name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return false }
    return unsafe value.pointee != 0
  }

  private static func text(
    _ characters: UnsafePointer<CChar>, _ what: Bilingual
  ) throws(InvalidUTF8) -> String {
    if let text = unsafe String(validatingCString: characters) { return text }
    let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters))
    throw InvalidUTF8(what: what, bytes: unsafe Array(bytes))
  }
}
