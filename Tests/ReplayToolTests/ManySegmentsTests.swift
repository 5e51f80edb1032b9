import Foundation
import Testing

@Suite struct ManySegmentsTests {
  @Test func `a journal of more segments than files may be open is read by every verb`() throws {
    let folder = try Folder()
    let generated = try Tool.run(
      "bench", "--generate", folder.journal, "--events", "300", "--segment-size", "1024",
      in: folder)
    #expect(generated.status == 0, "\(generated.diagnostics)")
    #expect(try folder.segments().count > 90)
    for words in [
      "verify", "backup copy", "restore copy", "recover --to saved", "stats", "export", "replay",
      "snapshot", "erase courier:courier-1 --actor admin --yes",
    ] {
      let journal = words.hasPrefix("restore") ? folder.path("restored") : folder.journal
      let run = try Tool.shell(
        "ulimit -n 32 && exec \"$0\" \(words) --journal \"$1\"", [journal], in: folder)
      #expect(run.status == 0, "\(words): \(run.diagnostics)")
    }
  }
}
