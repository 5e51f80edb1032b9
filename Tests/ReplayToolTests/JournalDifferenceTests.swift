import Foundation
import Testing

/// `diff --against`: a journal compared with a copy of it.
@Suite struct JournalDifferenceTests: ShopTests {
  @Test func `diff compares two journals`() throws {
    let folder = try Folder.sample("nft")
    try Tool.run("backup", folder.path("copy"), "--with-keys", in: folder)
    let copy = folder.path("copy")
    let equal = try Tool.run("diff", "--against", copy, in: folder)
    #expect(equal.status == 0 && equal.output.isEmpty, "\(equal.diagnostics)")
    try Tool.run("issue", "nft.like", "nft=cat-1", "--actor", "boris", "--id", "x", in: folder)
    let differs = try Tool.run("diff", "--against", copy, "--json", in: folder)
    #expect(differs.status == 1)
    for format in ["json", "jsonl"] {
      let formatted = try Tool.run("diff", "--against", copy, "--format", format, in: folder)
      #expect(formatted.output == differs.output)
    }
    let found = try json(differs.output)
    #expect((found["first"] as? [String: Any])?["position"] as? Int == 72)
    #expect(
      try canonical(found["types"] as Any) == #"[{"left":6,"right":5,"type":"nft.liked"}]"#)
    #expect(
      try canonical(found["commands"] as Any)
        == #"[{"commandId":"x","left":["nft.liked"],"right":[]}]"#)
    #expect((found["readModels"] as? [String])?.contains("nft.favourites") == true)
    #expect((found["readModels"] as? [String])?.contains("nft.rating") == false)
    #expect(try Tool.run("diff", "--against", folder.path("none"), in: folder).status == 66)
    try folder.flip(5000, of: "copy/segments/00000000000000000001.jsonl")
    let damaged = try Tool.run("diff", "--against", copy, in: folder)
    #expect(damaged.status == 1 && damaged.diagnostics.contains("verify --journal \(copy)"))
  }

  @Test(.english) func `diff names the difference between events that look the same`() throws {
    let folder = try Folder.sample("nft")
    let copy = folder.path("copy")
    try Tool.run("backup", copy, "--with-keys", in: folder)
    try Tool.run("erase", "--yes", "user:vera", "--journal", copy, in: folder)
    let erased = try Tool.run("diff", "--against", copy, in: folder)
    #expect(erased.status == 1)
    let lines = erased.lines
    #expect(lines.count > 3 && lines[1].dropFirst(3) == lines[2].dropFirst(3), "\(lines)")
    #expect(lines.count > 3 && lines[3] == "  their personal data differs", "\(lines)")
  }

  @Test(.english) func `texts that look the same may have different bytes`() throws {
    let (folder, other) = (try Folder(), try Folder())
    for (place, text) in [(folder, "caf\u{e9}"), (other, "cafe\u{301}")] {
      let event =
        #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{"a":"\#(text)"}}"#
      try Tool.run("import", in: place, input: event + "\n")
    }
    let diff = try Tool.run("diff", "--against", other.journal, in: folder)
    #expect(diff.lines.last == "  the bytes of their texts differ", "\(diff.output)")
  }
}
