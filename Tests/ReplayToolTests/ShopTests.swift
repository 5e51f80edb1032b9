import Foundation
import Testing

/// Tests that ask the sample of an NFT shop.
protocol ShopTests {}

extension ShopTests {
  func run(_ line: String, in folder: Folder) throws -> Tool.Outcome {
    try Tool.run(line.split(separator: " ").map(String.init) + ["--locale", "en"], in: folder)
  }
}
