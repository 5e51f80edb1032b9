import Checking
import EventChecking
import Foundation
import Testing

@testable import ReplayToolKit

/// Errors about wrong arguments name the arguments and suggest the right ones.
@Suite struct AdviceTests {
  @Test func `an error about an invalid position or time names the option as typed`() throws {
    let folder = try Folder.sample("courier")
    let verbs = [["show", "courier.orders"], ["replay"], ["export"], ["audit", "order:9402"]]
    for words in verbs + [["audit"]] {
      func printed(_ options: String...) throws -> String {
        let outcome = try Tool.run(words + options + ["--locale", "en"], in: folder)
        #expect(outcome.status == 65 && outcome.output == "", "\(words + options)")
        return outcome.diagnostics
      }
      let first = words == ["audit"] ? 1 : 0
      func position(_ rule: String) -> String {
        """
        replay-tool: invalidField: The value of "--position" is invalid; it takes: the position of \
        an event, \(rule)

        """
      }
      let outside = position("from \(first) to the journal's last")
      #expect(try printed("--position", "x") == outside)
      #expect(try printed("--position", "-1") == outside)
      #expect(
        try printed("--position", "1", "--as-of", "2026-05-08T12:00:00Z")
          == position(#"if "--as-of" is not given"#))
      if first == 1 { #expect(try printed("--position", "0") == outside) }
      let beyond = try printed("--position", "9999")
      #expect(beyond.hasPrefix(outside + "hint: the last event is at position "), "\(beyond)")
      guard first == 0 else { continue }
      #expect(
        try printed("--as-of", "x") == """
          replay-tool: invalidField: The value of "--as-of" is invalid; it takes: an instant \
          2026-05-11T12:00:00+03:00, a local time 2026-05-11T12:00, a day 2026-05-11, now, today, \
          yesterday or "3 hours ago"

          """)
    }
    let asked = try Tool.run(
      "session", "--create", "--locale", "en", in: folder,
      input: #"{"show":"courier.orders","asOf":"x"}"#)
    #expect(asked.output.contains(#"The value of \"asOf\" is invalid"#))
  }

  @Test(.english) func `why and when name the last event to a position after it`() throws {
    let folder = try Folder.sample("nft")
    for words in [["why"], ["when", "--where", "total"]] {
      let asked = words + ["nft.cart", "user=boris", "--position", "72"]
      let outcome = try Tool.run(asked, in: folder)
      #expect(outcome.status == 65)
      #expect(outcome.diagnostics.hasSuffix("\nhint: the last event is at position 71\n"))
    }
  }

  @Test func `words that would have no effect are refused`() throws {
    let folder = try Folder.sample("nft")
    for line in [
      "help show extra", "help --json", "--version --nonsense", "--version --json", "man --json",
      "completions bash --json", "tail --raw", "tail --raw --format json", "export --raw",
      "export --raw --format ocel", "diff --against journal --raw",
      "tail --consumer c --run cat --format csv", "tail --consumer c --run cat --format json",
      "tail --consumer c --run cat --columns type",
    ] {
      let outcome = try Tool.run(line.split(separator: " ").map(String.init), in: folder)
      #expect(outcome.status == 64, "\(line): \(outcome.output)")
    }
    let consumers = try Tool.run("consumers", "--format", "csv", in: folder)
    #expect(consumers.output == "name,position,lag\r\n")
  }

  @Test(.english) func `the name of another kind is recognised`() throws {
    let folder = try Folder()
    for (words, advice) in [
      (["nft.pay"], "unknown subcommand \"nft.pay\"; it is a command: replay-tool issue nft.pay"),
      (
        ["show", "nft.pay"],
        "unknown read model \"nft.pay\"; it is a command: replay-tool issue nft.pay"
      ),
      (
        ["show", "system.tick"],
        "unknown read model \"system.tick\"; it is a command: replay-tool issue system.tick"
      ),
      (
        ["nft.cart"],
        "unknown subcommand \"nft.cart\"; it is a read model: replay-tool show nft.cart"
      ),
      (
        ["issue", "nft.cart"],
        "unknown command \"nft.cart\"; it is a read model: replay-tool show nft.cart"
      ),
    ] {
      let outcome = try Tool.run(words, in: folder)
      #expect(outcome.status == 64)
      #expect(outcome.diagnostics.hasPrefix("replay-tool: \(advice)\n"), "\(outcome.diagnostics)")
    }
    let asked = try Tool.run(
      "session", "--create", in: folder, input: #"{"show":"nft.pay","locale":"en"}"#)
    #expect(asked.output.contains(#""There is no read model \"nft.pay\"; it is a command""#))
  }

  @Test(.english) func `an empty variable is not called an option`() throws {
    let folder = try Folder()
    let outcome = try Tool.run(["stats"], in: folder, variables: ["REPLAY_JOURNAL": ""])
    #expect(outcome.status == 64)
    #expect(outcome.diagnostics.contains("REPLAY_JOURNAL is set but empty"))
  }

  @Test(.english) func `a missing sample is named`() throws {
    let folder = try Folder()
    let bench = try Tool.run("bench", "--mixed", "--events", "10", in: folder)
    #expect(bench.status == 66)
    #expect(
      bench.diagnostics == """
        replay-bench: events/courier/commands.jsonl: No such file or directory
        hint: --samples DIR names the folder of the sample commands

        """)
    let tour = try Tool.run("tour", "tour.txt", in: folder)
    #expect(tour.status == 66 && tour.diagnostics.contains("hint: run the tour in "))
  }

  @Test(.english) func `one of a thing is in the singular`() throws {
    let folder = try Folder()
    try folder.importReceipt(1)
    #expect(try Tool.run("verify", in: folder).output.contains("intact: 1 segment, "))
    #expect(try Tool.run("export", in: folder).diagnostics.contains(" 1 event exported in "))
    let copied = try Tool.run("backup", "copy", in: folder)
    #expect(copied.output.contains("copied 1 event to copy: 1 segment, "))
    let checked = try Tool.run("check", "--runs", "1", "--seed", "1", in: folder)
    #expect(checked.output.contains("\n1 run, "))
    #expect(
      try Tool.run("tail", "--help", "--locale", "en", in: folder).output
        .contains("replay-tool tail [options]"))
  }

  @Test(arguments: [
    (["audit", "8"], "; replay-tool audit --position 8 prints the event at position 8\n"),
    (["report", "--file", "F"], "; did you mean \"--html\"?\n"),
    (["export", "--output", "F"], "; did you mean \"--file\"?\n"),
    (["import", "--output", "F"], "unknown option \"--output\"\n"),
    (["import", "F"], "import takes options only, not \"F\"; did you mean \"--file F\"?\n"),
    (["recover", "D"], "recover takes options only, not \"D\"; did you mean \"--to D\"?\n"),
    (["import", "--file", "F", "--file", "G"], "--file names one input, but several are given"),
    (["issue", "--file", "F", "--file", "G"], "--file names one input, but several are given"),
    (["show", "nft.cart", "--user", "anna"], "\"--user\"; did you mean \"user=anna\"?\n"),
    (["issue", "nft.pay", "--currency=ETH"], "\"--currency\"; did you mean \"currency=ETH\"?\n"),
    (["show", "nft.cart", "--user"], "did you mean \"user=VALUE\"?\n"),
    (
      ["issue", "courier.registerCourier", "--password", "secret"],
      "\"--password\"; did you mean \"password=@FILE\"?\n"
    ),
    (
      ["report", "journal"],
      "takes options only, not \"journal\"; did you mean \"--journal journal\"?\n"
    ),
    (
      ["verify", "journal"],
      "takes options only, not \"journal\"; did you mean \"--journal journal\"?\n"
    ),
    (["verify", "exported"], "verify takes options only, not \"exported\"\n"),
    (
      ["journals", "postgresql:///x"],
      "journals takes options only; a journal's URL is given by --journal URL\n"
    ),
    (["issue", "--output", "F"], "unknown option \"--output\"\n"),
    (["diff", "--without", "5"], "diff --without 5 needs --from WHEN: it compares two moments, "),
    (
      ["import", "--file", "exported"],
      "hint: events that commands have recorded move with their whole journal: replay-tool export "
        + "--records, then import --records; in a file of another program, --map type=type,time=time "
    ),
    (
      ["import", "--file", "records"],
      "hint: these are the records of a journal, from export --records; import --records reads "
    ),
  ])
  func `a newcomer's first attempt names what would do`(
    _ words: [String], _ advice: String
  ) throws {
    let folder = try Folder.sample("nft")
    for (file, option) in [("exported", []), ("records", ["--records"])] {
      try Tool.run(["export", "--file", file] + option, in: folder)
    }
    let outcome = try Tool.run(words + ["--locale", "en"], in: folder)
    #expect(outcome.status != 0 && outcome.output == "")
    #expect(outcome.diagnostics.contains(advice), "\(outcome.diagnostics)")
  }

  @Test func `examples of the help use values that the fields take`() {
    let samples = CheckedDomain.applications.map { Sample([$0.definition]) }
    #expect(
      samples.map(\.issue) == [
        "courier.registerCourier login=ann password=@FILE --actor admin",
        "habits.finishOnboarding --actor kim",
        "mall.installApp os=text osVersion=text model=text --actor kim",
        "mods.publishMod path=path-1 category=ships title=text image=https://example.com "
          + "description=text archive=https://example.com --actor admin",
        "nft.registerUser name=Ann --actor kim",
      ])
    #expect(
      samples.map(\.tag)
        == ["courier:courier-1", "KEY:VALUE", "device:device-1", "mod:path-1", "nft:nft-1"])
  }
}
