import Foundation
import TestSupport
import Testing

/// What was once found by chance stays found. `make fuzz` looks for more.
@Suite struct FuzzInputTests {
  @Test(arguments: FuzzTarget.allCases)
  func `inputs that were found are taken as they should be`(_ target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FuzzInputs/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      target.run(Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }
}
