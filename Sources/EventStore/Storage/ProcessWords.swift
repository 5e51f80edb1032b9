#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Bytes that came to the process and are no UTF-8. Repaired they would name another file.
public struct NotText: Error, Hashable, Sendable {
  /// What they are: `argument 2`.
  public let what: String
  public let bytes: [UInt8]
}

extension NotText: CustomStringConvertible {
  public var description: String { "\(what) is not UTF-8: \"\(spelledOut)\"" }

  /// What is text as it is, and every other byte as `\xff`.
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

extension ProcessEnvironment {
  /// The words behind the program's name, as they were given.
  public static func words() throws(NotText) -> [String] {
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[number] else { break }
      words.append(try unsafe text(word, "argument \(number)"))
    }
    return words
  }

  /// What a variable holds; nil where it isn't set.
  public static func value(_ name: String) throws(NotText) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return try unsafe text(value, name)
  }

  /// Whether a variable is set, and to something.
  public static func has(_ name: String) -> Bool {
    guard let value = unsafe getenv(name) else { return false }
    return unsafe value.pointee != 0
  }

  private static func text(
    _ characters: UnsafePointer<CChar>, _ what: String
  ) throws(NotText) -> String {
    if let text = unsafe String(validatingCString: characters) { return text }
    let bytes = unsafe UnsafeRawBufferPointer(start: characters, count: strlen(characters))
    throw NotText(what: what, bytes: unsafe Array(bytes))
  }
}
