import Foundation
import Testing

/// The fields of an answer by their paths, as `show` prints their values: implemented again from
/// the documents, so that the page is not compared with its own code.
struct ShownFields {
  private(set) var fields: [String: String] = [:]

  /// - Parameter answer: a line of a session: `{"ok":true,"value":{…}}`.
  init(answer: String) throws {
    let scanner = NumberKeeping(answer)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(scanner.quoted().utf8)) as? [String: Any])
    if let value = object["value"] { add(value, "") }
  }

  private mutating func add(_ value: Any, _ path: String) {
    if let text = plain(value) {
      fields[path] = text
    } else if let object = value as? [String: Any] {
      for (key, member) in object { add(member, path.isEmpty ? key : "\(path).\(key)") }
    } else if let list = value as? [Any] {
      let names = identities(list)
      for (index, element) in list.enumerated() {
        add(element, path + (names?[index] ?? "[\(index)]"))
      }
    }
  }

  /// The text of a value that takes one cell.
  private func plain(_ value: Any) -> String? {
    switch value {
    case is NSNull: return "—"
    case let text as String:
      if text.hasPrefix(NumberKeeping.mark) { return String(text.dropFirst()) }
      let shown = text.hasPrefix(NumberKeeping.first) ? String(text.dropFirst()) : text
      return shown.isEmpty ? "\"\"" : shown
    case let flag as Bool: return flag ? "true" : "false"
    case let list as [Any]:
      let texts = list.compactMap { $0 is [Any] ? nil : plain($0) }
      guard texts.count == list.count else { return nil }
      return texts.isEmpty ? "—" : texts.joined(separator: ", ")
    case let object as [String: Any]: return object.isEmpty ? "—" : nil
    default: return nil
    }
  }

  /// The first member of each object, marked by the scanner since dictionaries have no order.
  private func identities(_ list: [Any]) -> [String]? {
    var names: [String] = []
    var member: String?
    for element in list {
      guard let object = element as? [String: Any],
        let first = object.first(where: {
          ($0.value as? String)?.hasPrefix(NumberKeeping.first) == true
        }),
        let text = first.value as? String, member == nil || member == first.key
      else { return nil }
      member = first.key
      let name = "[\(first.key)=\(text.dropFirst())]"
      if names.contains(name) { return nil }
      names.append(name)
    }
    return names
  }
}

/// Turns the numbers of a JSON text into texts, so that their spelling is kept, and marks the first
/// member of each object if it may be an identity.
struct NumberKeeping {
  static let mark = "\u{1}"
  static let first = "\u{2}"

  private let characters: [Character]

  init(_ json: String) { characters = Array(json) }

  func quoted() -> String {
    var result = ""
    var index = 0
    var isFirst = false
    while index < characters.count {
      let character = characters[index]
      let start = index
      if character == "\"" {
        index += 1
        while characters[index] != "\"" { index += characters[index] == "\\" ? 2 : 1 }
        index += 1
        var text = String(characters[start..<index])
        let isKey = index < characters.count && characters[index] == ":"
        if !isKey, isFirst { text = "\"\\u0002" + text.dropFirst() }
        if !isKey { isFirst = false }
        result += text
      } else if character == "-" || character.isNumber {
        while index < characters.count, "-+.eE0123456789".contains(characters[index]) { index += 1 }
        let number = String(characters[start..<index])
        let isWhole = number.allSatisfy { $0 == "-" || $0.isNumber }
        result += "\"\(isFirst && isWhole ? "\\u0002" : "\\u0001")\(number)\""
        isFirst = false
      } else {
        if character == "{" { isFirst = true }
        if "[tfn".contains(character) { isFirst = false }
        result.append(character)
        index += 1
        if "tfn".contains(character) {
          while index < characters.count, characters[index].isLetter {
            result.append(characters[index])
            index += 1
          }
        }
      }
    }
    return result
  }
}
