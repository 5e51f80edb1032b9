import Foundation
import Testing

/// A disk of four megabytes that fills up. Mounting one takes root on Linux.
@Suite(.enabled(if: SmallDisk.canBeMounted, "a small disk can only be mounted by root on Linux"))
struct FullDiskTests {
  @Test(.english) func `an import stops at a full disk, and the events that it recorded stay`()
    throws
  {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    let journal = disk.folder.path("disk/journal")
    let events = try disk.folder.write(
      Folder.receipt(8000).joined(separator: "\n"), to: "events.jsonl")
    let imported = try Tool.run(
      "import", "--file", events, "--journal", journal, in: disk.folder)
    #expect(imported.status == 74)
    #expect(imported.diagnostics.contains("No space left on device"), "\(imported.diagnostics)")
    #expect(imported.diagnostics.contains("free some disk space and try again"))
    let verified = try json(
      Tool.run("verify", "--json", "--journal", journal, in: disk.folder).output)
    #expect(verified["ok"] as? Bool == true)
    let recorded = try #require(verified["size"] as? Int)
    #expect(recorded > 0 && recorded < 8000)
    #expect(imported.diagnostics.contains("; 4,096 events were recorded"))
    #expect(recorded == 4096)

    let exported = try Tool.run(
      "export", "--journal", journal, "--file", disk.folder.path("disk/export"), in: disk.folder)
    #expect(exported.status == 74)
    #expect(!FileManager.default.fileExists(atPath: disk.folder.path("disk/export")))
    let records = try disk.folder.write(
      Tool.run("export", "--records", "--journal", journal, in: disk.folder).output, to: "records")
    let moved = try Tool.run(
      "import", "--records", "--file", records, "--journal", disk.folder.path("disk/other"),
      in: disk.folder)
    #expect(moved.status == 74)
    #expect(
      try Tool.run("stats", "--journal", disk.folder.path("disk/other"), in: disk.folder).status
        == 66)
  }

  @Test(.english) func `a journal that cannot be created leaves no files`() throws {
    let disk = try SmallDisk(size: "4k")
    defer { disk.unmount() }
    let events = try disk.folder.write(
      Folder.receipt(3).joined(separator: "\n"), to: "events.jsonl")
    for words in [["import", "--file", events], ["session", "--create"]] {
      let journal = disk.folder.path("disk/new/journal")
      let outcome = try Tool.run(words + ["--journal", journal], in: disk.folder)
      #expect(outcome.status == 74, "\(outcome.diagnostics)")
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: disk.folder.path("disk")) == [])
    }
  }

  @Test(.english) func `an export whose proofs cannot be written leaves neither file`() throws {
    let disk = try SmallDisk(size: "24k")
    defer { disk.unmount() }
    try disk.folder.importReceipt(300)
    for target in ["out", "disk/out"] {
      let out = disk.folder.path(target)
      let outcome = try Tool.run(
        "export", "--limit", "40", "--file", out, "--proofs", disk.folder.path("disk/proofs"),
        in: disk.folder)
      #expect(outcome.status == 74, "\(outcome.diagnostics)")
      #expect(outcome.diagnostics.contains("disk/proofs: "), "\(outcome.diagnostics)")
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: disk.folder.path("disk")) == [])
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }

  @Test(.english) func `records without room for the manifest leave no folder`() throws {
    let disk = try SmallDisk(size: "64k")
    defer { disk.unmount() }
    try disk.folder.importReceipt(60)
    let records = try disk.folder.write(
      Tool.run("export", "--records", in: disk.folder).output, to: "records")
    let segment = try disk.folder.segments()[0]
    let pages = (try disk.folder.bytes(of: "journal/segments/\(segment)").count + 4095) / 4096
    for free in pages...pages + 4 {
      // The disk has 16 pages.
      let filler = disk.folder.path("disk/filler")
      try Data(count: (15 - free) * 4096).write(to: URL(filePath: filler))
      let imported = try Tool.run(
        "import", "--records", "--file", records, "--journal", disk.folder.path("disk/new/journal"),
        in: disk.folder)
      let left = try FileManager.default.subpathsOfDirectory(atPath: disk.folder.path("disk"))
      if imported.status == 0 { return }
      #expect(imported.status == 74, "\(imported.diagnostics)")
      #expect(left == ["filler"])
    }
    Issue.record("no import succeeded")
  }

  @Test(.english) func `a new journal whose first append fails is removed again`() throws {
    let disk = try SmallDisk(size: "24k")
    defer { disk.unmount() }
    let events = try disk.folder.write(
      Folder.receipt(100).joined(separator: "\n"), to: "events.jsonl")
    let note = String(repeating: "x", count: 20_000)
    let long = try disk.folder.write(
      #"{"type":"Noted","time":"2026-05-08T12:00:00Z","tags":[],"data":{"x":"\#(note)"}}"#,
      to: "long.jsonl")
    for file in [events, long] {
      let outcome = try Tool.run(
        "import", "--file", file, "--journal", disk.folder.path("disk/new/journal"),
        in: disk.folder)
      #expect(outcome.status == 74, "\(outcome.diagnostics)")
      #expect(outcome.diagnostics.contains("0 events were recorded"), "\(outcome.diagnostics)")
      #expect(
        try FileManager.default.subpathsOfDirectory(atPath: disk.folder.path("disk")) == [])
    }
  }

  @Test(.english) func `a copy for which the disk is too small leaves no files`() throws {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    try disk.folder.importReceipt(8000, segmentSize: 1 << 20)
    for words in [["backup", "disk/copy"], ["recover", "--to", "disk/copy"]] {
      let copied = try Tool.run(words, in: disk.folder)
      #expect(copied.status == 74)
      #expect(
        copied.diagnostics.contains("free some disk space and try again"), "\(copied.diagnostics)")
      #expect(!FileManager.default.fileExists(atPath: disk.folder.path("disk/copy")))
      // A folder that existed before stays empty.
      let given = disk.folder.path("disk/given")
      try FileManager.default.createDirectory(
        atPath: given, withIntermediateDirectories: true)
      #expect(try Tool.run(words.dropLast() + ["disk/given"], in: disk.folder).status == 74)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: given) == [])
    }
    #expect(try Tool.run("verify", in: disk.folder).status == 0)
  }
}

/// A file system in memory.
private struct SmallDisk {
  let folder: Folder

  static let canBeMounted: Bool = {
    guard let disk = try? SmallDisk() else { return false }
    disk.unmount()
    return true
  }()

  init(size: String = "4m") throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("disk"), withIntermediateDirectories: false)
    try Self.run("mount", "-t", "tmpfs", "-o", "size=\(size)", "tmpfs", folder.path("disk"))
  }

  func unmount() { try? Self.run("umount", folder.path("disk")) }

  private static func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
