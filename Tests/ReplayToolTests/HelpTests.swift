import EventEngine
import Foundation
import Testing

@testable import ReplayToolKit
@testable import replay_tool

/// The help in both languages.
@Suite struct HelpTests {
  private static let texts = ReplayTool.offered.flatMap { texts(of: $0) }

  private static func texts(of verb: any Verb.Type) -> [(place: String, text: Bilingual)] {
    let examples = verb.examples + (Sample.applications.examples()[verb.name] ?? [])
    return [(verb.name, verb.summary), ("\(verb.name), details", verb.details)]
      + verb.allOptions.map { ("\(verb.name) \($0.name)", $0.help) }
      + examples.map { ($0.command, $0.does) }
  }

  @Test func `every verb, option and example is described in Russian and in English`() {
    let cyrillic = /[А-Яа-яЁё]/
    #expect(Self.texts.count > 300)
    for (place, text) in Self.texts {
      #expect(text.ru.isEmpty == text.en.isEmpty, "\(place)")
      #expect(text.ru.isEmpty || text.ru.contains(cyrillic), "\(place)")
      // Names of stations, and texts that read models show.
      let english = text.en.replacing(/Сокол(,Динамо)?|«удалено»/, with: "")
      #expect(!english.contains(cyrillic), "\(place)")
    }
  }

  @Test func `both have the same options and exit statuses, in lines of limited length`() {
    let names = #/(?:^|[ (])--?[a-z][-a-z]*|\b[67][0-9]\b/#
    for (place, text) in Self.texts {
      func named(_ text: String) -> Set<String> {
        let line = text.replacing("\n", with: " ") + " "
        return Set(line.matches(of: names).map { $0.0.filter { !" (".contains($0) } })
      }
      #expect(named(text.ru) == named(text.en), "\(place)")
      for line in text.ru.split(separator: "\n") { #expect(line.count <= 102, "\(line)") }
    }
  }

  @Test(.english) func `the help of a command or a read model is its entry in the catalog`() throws
  {
    let folder = try Folder()
    let entry = try Tool.run("catalog", "nft.pay", in: folder).output
    for words in [["issue", "nft.pay", "--help"], ["issue", "--help", "nft.pay", "currency=ETH"]] {
      #expect(
        try Tool.run(words, in: folder).output
          == entry + "\noptions and examples: replay-tool issue --help\n")
    }
    #expect(try Tool.run("help", "nft.pay", in: folder).output == entry)
    for name in ["nft", "nft.liked"] {
      #expect(
        try Tool.run("help", name, in: folder).output
          == Tool.run("catalog", name, in: folder).output)
    }
    #expect(
      try Tool.run("backup", "nft", "--help", in: folder).output
        == Tool.run("help", "backup", in: folder).output)
    #expect(
      try Tool.run("show", "nft.cart", "-h", in: folder).output
        == Tool.run("catalog", "nft.cart", in: folder).output
        + "\noptions and examples: replay-tool show --help\n")
    #expect(
      try Tool.run("help", "nft.car", in: folder).diagnostics
        == "replay-tool: unknown name \"nft.car\"; did you mean \"nft.cart\"?\ntry: replay-tool --help\n"
    )
  }

  @Test(arguments: [("ru_RU.UTF-8", "вызов:"), ("en_US.UTF-8", "usage:")])
  func `the system's language or --locale chooses`(_ language: String, _ word: String) throws {
    let folder = try Folder()
    let process = Tool.process(["audit", "--help"], in: folder)
    process.environment = ["LANG": language]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let help = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(help.contains(word))
    for (option, word) in [("ru", "опции:"), ("en", "options:")] {
      let help = try Tool.run("help", "audit", "--locale", option, in: folder)
      #expect(help.output.contains(word) && help.output.contains("--proof N"))
    }
    #expect(try Tool.run("help", "--locale", "fr", in: folder).status == 64)
  }
}
