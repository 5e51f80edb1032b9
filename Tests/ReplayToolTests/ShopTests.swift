import Foundation
import TestSupport
import Testing

/// Tests that ask the sample of an NFT shop.
protocol ShopTests {}

extension ShopTests {
  func shop() throws -> Folder {
    let folder = try Folder()
    let commands = SampleTests.project.appending(path: "events/nft/commands.jsonl").path
    try Tool.run("issue", "--file", commands, "--password-iterations", "1", in: folder)
    return folder
  }

  func run(_ line: String, in folder: Folder) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init) + ["--locale", "en"], in: folder)
  }
}
