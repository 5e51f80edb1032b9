import Foundation
import Testing

/// The language of texts.
@Suite struct LocaleTests {
  private func run(
    _ words: [String], _ variables: [String: String], in folder: Folder
  ) throws -> String {
    let process = Tool.process(words, in: folder)
    for name in ["REPLAY_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"] {
      process.environment?[name] = variables[name]
    }
    let (output, diagnostics) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = diagnostics
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text =
      output.fileHandleForReading.readDataToEndOfFile()
      + diagnostics.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private static let english = "refused courier.acceptOrder notFound: There is no such order"
  private static let russian = "отказано courier.acceptOrder notFound: Такого заказа нет"

  @Test(arguments: [
    ([:], english), (["LANG": "ru_RU.UTF-8"], russian), (["LC_MESSAGES": "ru"], russian),
    (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], english),
    (["LC_ALL": "", "LANG": "ru_RU.UTF-8"], russian),
    (["LC_ALL": "ru_RU", "REPLAY_LOCALE": "en"], english),
    (["LANG": "de_DE.UTF-8", "REPLAY_LOCALE": "ru"], russian),
  ])
  func `a command speaks the language of its user`(
    variables: [String: String], text: String
  ) throws {
    let folder = try Folder.atWork()
    let words = ["issue", "courier.acceptOrder", "order=1", "--actor", "ivanov"]
    #expect(try run(words, variables, in: folder).hasPrefix(text))
    #expect(try run(["--locale", "ru"] + words, variables, in: folder).hasPrefix(Self.russian))
  }

  @Test func `results for programs stay Russian unless a locale is named`() throws {
    let folder = try Folder.atWork()
    let command = #"{"command":"courier.acceptOrder","actor":"ivanov","data":{"order":"1"}}"#
    let file = try folder.write(command + "\n" + "{,\n", to: "commands.jsonl")
    for variables in [[:], ["REPLAY_LOCALE": "en"], ["LANG": "C"]] {
      let told = try run(["issue", "--file", file], variables, in: folder)
      #expect(told.hasPrefix(Self.russian))
      #expect(
        told.contains("неверно строка 2 malformedCommand: Это не команда: здесь не может быть"))
    }
    let english = try run(["issue", "--file", file, "--locale", "en"], [:], in: folder)
    #expect(
      english.contains("malformed line 2 malformedCommand: This is not a command: unexpected"))
  }

  @Test func `a wrong locale is a usage error`() throws {
    let folder = try Folder()
    #expect(try run(["stats"], ["REPLAY_LOCALE": "de"], in: folder).contains("REPLAY_LOCALE takes"))
    #expect(
      try run(["stats", "--locale", "de"], [:], in: folder).contains("--locale takes ru or en"))
  }

  @Test(arguments: [("ru", "проверка: прогон "), ("en", "checking: run ")])
  func `progress is told in the same language`(locale: String, text: String) throws {
    let words = [Tool.executable.path, "check", "--runs", "4", "--no-pager", "--locale", locale]
    let (screen, status) = try PseudoTerminal.talk(words, of: "/usr/bin/env", in: Folder(), [])
    #expect(status == 0)
    #expect(screen.contains(text))
  }
}
