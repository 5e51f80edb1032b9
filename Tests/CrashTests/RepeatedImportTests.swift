import TestSupport
import Testing

@testable import EventStore

/// Segments without a manifest: an interrupted import, or a journal whose manifest is lost.
@Suite struct RepeatedImportTests {
  private let header: RecordsHeader
  private let lines: [[UInt8]]
  /// The disk after an import that was interrupted before it wrote the manifest.
  private let cutOff: DiskImage

  init() throws {
    (header, lines) = try Workload.records()
    let disk = SimulatedDisk()
    try Self.run(header, lines, on: disk)
    var image = disk.image
    image.files["\(Workload.folder)/journal.json"] = nil
    cutOff = image
  }

  private static func run(
    _ header: RecordsHeader, _ lines: [[UInt8]], on disk: SimulatedDisk
  ) throws(RecordsImportError) {
    var records = try RecordsImport.begin(header, into: Workload.directory(disk), wait: 0)
    for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
    try records.finish()
  }

  private func events(on disk: SimulatedDisk) throws -> Int {
    try JournalReader.open(Workload.directory(disk), wait: 0).head.rawValue
  }

  @Test func `importing the same records again completes the journal`() throws {
    let disk = SimulatedDisk(cutOff)
    try Self.run(header, lines, on: disk)
    #expect(try events(on: disk) == lines.count)
  }

  @Test func `importing more records of the same journal completes it, too`() throws {
    var image = cutOff
    // Only the first segment was complete, and fewer records had been exported.
    let paths = image.files.keys.filter { $0.hasSuffix(".jsonl") }.sorted()
    for path in paths.dropFirst() { image.files[path] = nil }
    image.files[paths[0]] = lines[0] + [0x0a]
    let disk = SimulatedDisk(image)
    try Self.run(header, lines, on: disk)
    #expect(try events(on: disk) == lines.count)
  }

  @Test func `other records don't replace existing segments`() throws {
    let paths = cutOff.files.keys.filter { $0.hasSuffix(".jsonl") }.sorted()
    for path in paths {
      var changed = cutOff
      changed.files[path]?[30] ^= 1
      var longer = cutOff
      longer.files[path]? += [0x0a]
      var further = cutOff
      further.files["\(Workload.folder)/segments/00000000000000000099.jsonl"] = [0x0a]
      for image in [changed, longer, further] {
        let disk = SimulatedDisk(image)
        #expect {
          try Self.run(header, lines, on: disk)
        } throws: { error in
          guard case .journal(.damaged(let damage)) = error as? RecordsImportError else {
            return false
          }
          return damage.reason == .missingManifest
        }
        for path in image.files.keys { #expect(disk.image.files[path] == image.files[path]) }
      }
    }
  }

  @Test func `an import that fails before the manifest is written removes what it has named`()
    throws
  {
    for image in [DiskImage(), cutOff] {
      let disk = SimulatedDisk(image)
      let files = FaultyFileSystem(disk)
      files.fail { call in
        call.step == .open(.creating) && call.path.hasSuffix("journal.json.new")
          ? .error(.noSpace) : nil
      }
      var records = try RecordsImport.begin(header, into: Workload.directory(files), wait: 0)
      for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
      #expect(throws: RecordsImportError.self) { try records.finish() }
      records.discard()
      #expect(disk.image.files.keys.filter { $0.contains("segments") } == [])
      try Self.run(header, lines, on: disk)
      #expect(try events(on: disk) == lines.count)
    }
  }
}
