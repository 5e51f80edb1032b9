import EventEngine
import Foundation
import Testing

@testable import ReplayToolKit

/// A file that gets its name only when it is complete.
@Suite struct OutputFileTests {
  private func finish(_ name: String, _ meanwhile: () throws -> Void, replacing: Bool = false)
    throws
    -> (thrown: SystemError?, content: String)
  {
    let path = name
    var file = try OutputFile(creating: path, replacing: replacing)
    try file.append { $0 += Array("new".utf8) }
    try meanwhile()
    var thrown: SystemError?
    do throws(SystemError) { try file.finish() } catch {
      thrown = error
      try file.discard()
    }
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    return (thrown, try String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `a file that appears meanwhile is not replaced`() throws {
    let folder = try Folder()
    let path = folder.path("page")
    let taken = try finish(path) { _ = try folder.write("precious", to: "page") }
    #expect(taken == (.exists, "precious"))
    let replaced = try finish(path, {}, replacing: true)
    #expect(replaced == (nil, "new"))
    let free = try finish(folder.path("other")) {}
    #expect(free == (nil, "new"))
  }

  @Test func `a dangling link is not replaced either`() throws {
    let folder = try Folder()
    let path = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    #expect(throws: SystemError.exists) { _ = try OutputFile(creating: path) }
    #expect(OutputFile.inTheWay(of: path) == path)
  }
}
