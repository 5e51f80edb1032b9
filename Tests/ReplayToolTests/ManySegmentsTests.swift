import Foundation
import Testing

@Suite struct ManySegmentsTests {
  @Test func `a journal of more segments than files may be open at first is verified and copied`()
    throws
  {
    let folder = try Folder()
    let line =
      #"{"append":[{"type":"t","data":{"pad":"\#(String(repeating: "x", count: 1000))"}}]}"# + "\n"
    try Tool.run("session", "--segment-size", "1024", in: folder, input: line)
    for _ in 0..<15 { try Tool.run("session", in: folder, input: line) }
    #expect(try folder.segments().count > 12)
    // The shell lowers the limit that the tool begins with.
    for words in ["verify", "backup copy", "recover --to saved", "stats"] {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = [
        "-c", "ulimit -Sn 12 && exec \"$0\" \(words) --journal \"$1\"", Tool.executable.path,
        folder.journal,
      ]
      shell.currentDirectoryURL = folder.url
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 0, "\(words)")
    }
  }
}
