import Foundation
import TestSupport
import Testing

/// Regression inputs of the fuzzer. `make fuzz` searches for more.
@Suite struct FuzzInputTests {
  @Test(arguments: FuzzTarget.allCases)
  func `regression inputs are handled correctly`(_ target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "FuzzInputs/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      target.run(Array(try Data(contentsOf: folder.appending(path: name))))
    }
  }
}
