import EventEngine
import Testing

@testable import ReplayToolKit

@Suite struct ArgumentsTests {
  private static let options = [
    OptionSpec("--name", "N", ru: "имя", en: "a name"),
    OptionSpec("--flag", nil, ru: "флаг", en: "a flag"),
    OptionSpec("--help", nil, ru: "справка", en: "help"),
    OptionSpec("-n", "N", ru: "сколько", en: "how many"),
  ]

  private static let tool = ReplayTool(name: "some-tool", domains: [], checks: [])

  private func parse(_ words: String...) throws(UsageError) -> Arguments {
    try Arguments(words, of: Self.tool, options: Self.options)
  }

  @Test func `options may be anywhere, with a space or an equals sign`() throws {
    let arguments = try parse("a", "--name", "x", "b=1", "--flag", "--name=y=z", "-")
    #expect(arguments.positionals == ["a", "b=1", "-"])
    #expect(arguments.value("--name") == "y=z")
    #expect(arguments.values("--name") == ["x", "y=z"])
    #expect(arguments.has("--flag"))
  }

  @Test func `a value may begin with an accent`() throws {
    #expect(try parse("--name=\u{301}x").value("--name") == "\u{301}x")
    let fields = try CommandLineFields(
      ["name=\u{301}x"], of: "nft.editProfile", [Field.text("name").optional])
    #expect(fields.members["name"] == .string("\u{301}x"))
  }

  @Test func `the last value of an option counts in any form, even if other words are invalid`() {
    func value(_ words: String...) -> String? { Arguments.value(of: "--name", in: words) }
    #expect(value("--name", "a", "--name=b", "--nonsense") == "b")
    #expect(value("--name=a", "--name", "b", "c") == "b")
    #expect(value("--name=a", "--name") == "a")
    #expect(value("name", "--", "--name", "a") == nil)
  }

  @Test func `two dashes end the options`() throws {
    let arguments = try parse("--", "--flag", "-x")
    #expect(arguments.positionals == ["--flag", "-x"])
    #expect(!arguments.has("--flag"))
  }

  @Test func `a negative value belongs to its option`() throws {
    #expect(try parse("--name", "-5").value("--name") == "-5")
    #expect(try parse("--name=--flag").value("--name") == "--flag")
  }

  @Test func `a number may directly follow its letter`() throws {
    #expect(try parse("-n12", "x").value("-n") == "12")
  }

  @Test func `mistakes are named`() {
    func message(_ words: String...) -> String? {
      do throws(UsageError) { _ = try Arguments(words, of: Self.tool, options: Self.options) } catch
      {
        return error.text.en
      }
      return nil
    }
    #expect(message("--nam", "x") == "unknown option \"--nam\"; did you mean \"--name\"?")
    #expect(message("--xyzzy") == "unknown option \"--xyzzy\"")
    #expect(message("--name") == "--name needs a value: --name N")
    #expect(message("--name", "--", "x") == "--name needs a value: --name N")
    #expect(message("--name", "--flag") == "--name needs a value: --name N")
    #expect(message("-x5") == "unknown option \"-x\"; did you mean \"-n\"?")
    #expect(message("--flag=1") == "--flag takes no value")
    #expect(message("-h") == nil)
  }

  @Test(.english) func `a misspelled option before the verb is named`() throws {
    let outcome = try Tool.run("--jurnal", "x", "show", "nft.cart", in: Folder())
    #expect(outcome.status == 64)
    #expect(
      outcome.diagnostics.hasPrefix(
        #"replay-tool: unknown option "--jurnal"; did you mean "--journal"?"#))
  }

  @Test func `numbers have bounds`() throws {
    #expect(try parse("--name", "7").integer("--name", in: 1...9) == 7)
    #expect(try parse().integer("--name", in: 1...9) == nil)
    for text in ["0", "10", "7.0", "x", "", "99999999999999999999"] {
      let arguments = try parse("--name", text)
      #expect(throws: UsageError.self) { try arguments.integer("--name", in: 1...9) }
    }
  }
}
