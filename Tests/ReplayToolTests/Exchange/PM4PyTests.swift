import Foundation
import Testing

/// Object-centric logs as PM4Py reads them. It is installed from PyPI into `.build/pm4py` by
/// `make pm4py`.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["PM4PY"] != nil, "run with: make pm4py"),
  .serialized)
struct PM4PyTests {
  private static let counting = """
    import json, sys, warnings
    warnings.filterwarnings("ignore")
    import pm4py
    log = pm4py.read_ocel2_json(sys.argv[1])
    print(json.dumps({
      "events": len(log.events), "objects": len(log.objects),
      "types": sorted(pm4py.ocel_get_object_types(log)),
      "kinds": {name: str(kind) for name, kind in log.events.dtypes.items()},
    }))
    """

  /// The Python of an environment with PM4Py; throws, with the output of pip, if there is none.
  private static func python() throws -> String {
    let folder = SampleTests.project.appending(path: ".build/pm4py").path
    let python = "\(folder)/bin/python3"
    if !FileManager.default.fileExists(atPath: python) {
      try run("/usr/bin/env", ["python3", "-m", "venv", folder])
    }
    try run("\(folder)/bin/pip", ["install", "--quiet", "--disable-pip-version-check", "pm4py"])
    return python
  }

  @discardableResult
  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) \(arguments)")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `PM4Py counts the events, objects and types that stats counts`() throws {
    let python = try Self.python()
    let folder = try Folder()
    let log = SampleTests.project.appending(path: "events/receipt.events.jsonl").path
    try Tool.run("import", "--file", log, in: folder)
    try check(folder, with: python, events: 8577)
  }

  @Test func `only events without a tag are left out, and numbers are no texts`() throws {
    let python = try Self.python()
    let folder = try Folder()
    let lines = """
      {"type":"A","time":"2026-05-08T12:00:00Z","tags":["a:1"],"data":{"n":1,"f":1,"b":true,"s":"x"}}
      {"type":"A","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}
      {"type":"A","time":"2026-05-08T12:00:00.001Z","tags":["a:1","b:ы"],"data":{"n":2,"f":0.5,"b":false,"s":"y"}}

      """
    try Tool.run("import", in: folder, input: lines)
    let kinds = try check(folder, with: python, events: 2)
    #expect(kinds["n"] == "int64" && kinds["f"] == "float64" && kinds["b"] == "bool")
  }

  @discardableResult
  private func check(
    _ folder: Folder, with python: String, events: Int
  ) throws -> [String: String] {
    let file = folder.path("log.jsonocel")
    let exported = try Tool.run("export", "--format", "ocel", "--file", file, in: folder)
    #expect(exported.status == 0, "\(exported.diagnostics)")
    let stats = try json(Tool.run("stats", "--json", in: folder).output)
    let keys = try #require(stats["tagKeys"] as? [String: Int])
    let output = try Self.run(python, ["-c", Self.counting, file])
    let counts = try json(try #require(output.split(separator: "\n").last))
    #expect(counts["events"] as? Int == events)
    #expect(counts["objects"] as? Int == keys.values.reduce(0, +))
    #expect(counts["types"] as? [String] == keys.keys.sorted())
    return try #require(counts["kinds"] as? [String: String])
  }
}
