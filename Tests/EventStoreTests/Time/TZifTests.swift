import EventStore
import Foundation
import Testing

@Suite struct TZifTests {
  /// Writes valid and invalid TZif files.
  struct Writer {
    var version: UInt8 = UInt8(ascii: "2")
    var transitions: [(Int64, UInt8)] = [(0, 1), (1_000_000, 0)]
    var offsets: [Int32] = [3600, 7200]
    var footer = "\nCET-1\n"
    var leapSeconds = 0

    func block(timeSize: Int) -> [UInt8] {
      var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, leapSeconds, transitions.count, offsets.count, 4] {
        append(Int64(count), 4, to: &bytes)
      }
      for (instant, _) in transitions { append(instant, timeSize, to: &bytes) }
      bytes += transitions.map(\.1)
      for offset in offsets {
        append(Int64(offset), 4, to: &bytes)
        bytes += [0, 0]
      }
      bytes += Array("CET\0".utf8)
      bytes += [UInt8](repeating: 0, count: leapSeconds * (timeSize + 4))
      return bytes
    }

    var bytes: [UInt8] {
      version == 0
        ? block(timeSize: 4) : block(timeSize: 4) + block(timeSize: 8) + Array(footer.utf8)
    }

    private func append(_ value: Int64, _ size: Int, to bytes: inout [UInt8]) {
      for place in (0..<size).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: value >> (place * 8)))
      }
    }
  }

  private func read(_ bytes: [UInt8]) throws(TimeZoneError) -> TimeZoneTable {
    try TimeZoneTable(name: "Test/Zone", tzif: bytes)
  }

  @Test(arguments: Array("\u{0}234".utf8))
  func `all versions are read`(version: UInt8) throws {
    let table = try read(Writer(version: version).bytes)
    let expected = try TimeZoneTable(
      name: "Test/Zone", initialOffset: 3600,
      transitions: [.init(instant: 0, offset: 7200), .init(instant: 1_000_000, offset: 3600)],
      rule: version == 0 ? "" : "CET-1")
    #expect(table == expected)
  }

  @Test func `errors are described`() {
    let wrong: [(Writer, TimeZoneError)] = [
      (Writer(version: 9), .unsupportedVersion(9)),
      (Writer(version: UInt8(ascii: "5")), .unsupportedVersion(53)),
      (Writer(transitions: [(0, 2)]), .inconsistent),
      (Writer(transitions: [(5, 0), (5, 1)]), .transitionsNotAscending(index: 1)),
      (Writer(transitions: [(.min, 0)]), .transitionOutOfRange(.min)),
      (Writer(offsets: [3600, 93_601]), .offsetOutOfRange(93_601)),
      (Writer(offsets: [.min, 0]), .offsetOutOfRange(Int64(Int32.min))),
      (Writer(transitions: [], offsets: []), .inconsistent),
      (Writer(footer: "\nCET-1CEST\n"), .invalidRule("CET-1CEST")),
      (Writer(footer: "\nCET-1"), .truncated),
      (Writer(footer: ""), .truncated),
      (Writer(footer: "CET-1\n"), .inconsistent),
      (Writer(leapSeconds: 1), .countsLeapSeconds),
    ]
    for (writer, reason) in wrong {
      #expect(throws: reason) { try read(writer.bytes) }
    }
    let times = (0...4096).map { (Int64($0), UInt8(0)) }
    #expect(throws: TimeZoneError.tooManyTransitions(4097)) {
      try read(Writer(version: 0, transitions: times).bytes)
    }
    #expect(throws: TimeZoneError.notTZif) { try read([]) }
    #expect(throws: TimeZoneError.notTZif) { try read(Array("TZig".utf8)) }
    #expect(throws: TimeZoneError.truncated) { try read(Array("TZif2".utf8)) }
    #expect(throws: TimeZoneError.tooLong(byteCount: 65_537)) {
      try read([UInt8](repeating: 0, count: 65_537))
    }
    #expect(throws: TimeZoneError.invalidName("../Zone")) {
      try TimeZoneTable(name: "../Zone", tzif: Writer().bytes)
    }
  }

  @Test func `counts beyond the end are refused`() {
    for size in [4, 8] {
      let start = size == 4 ? 0 : Writer().block(timeSize: 4).count
      for field in 0..<6 {
        for count: [UInt8] in [[255, 255, 255, 255], [127, 255, 255, 255], [0, 0, 255, 255]] {
          var bytes = Writer().bytes
          bytes.replaceSubrange((start + 20 + field * 4)..<(start + 24 + field * 4), with: count)
          #expect(throws: TimeZoneError.self) { try read(bytes) }
        }
      }
    }
  }

  /// Looks up offsets and days in a parsed table, which must not trap.
  private func ask(_ table: TimeZoneTable) {
    for instant in [Timestamp.earliest, Timestamp(rawValue: 0), .latest, .init(rawValue: .min)] {
      var cursor = DayCursor(table)
      let day = table.day(of: instant)
      #expect(cursor.day(of: instant) == day)
      _ = table.startOfDay(day)
      _ = table.instant(of: day, hour: 23, minute: 59)
    }
  }

  private var samples: [[UInt8]] {
    get throws {
      var samples = [Writer().bytes, Writer(version: 0).bytes]
      if SystemZones.exist {
        for name in ["Europe/Moscow", "Europe/Berlin", "Australia/Lord_Howe"] {
          samples.append(try SystemZones.bytes(name))
        }
      }
      return samples
    }
  }

  @Test(.enabled(if: SystemZones.exist, "this machine has no time zone database"))
  func `every zone of the database has a valid name and is read`() throws {
    let names = try FileManager.default.subpathsOfDirectory(atPath: SystemZones.directory)
    var count = 0
    for name in names where !name.hasPrefix("right/") {
      let url = URL(fileURLWithPath: "\(SystemZones.directory)/\(name)")
      let kind = try url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey])
      guard kind.isRegularFile == true else { continue }
      let bytes = try SystemZones.bytes(name)
      guard bytes.starts(with: "TZif".utf8) else { continue }
      ask(try TimeZoneTable(name: name, tzif: bytes))
      count += 1
    }
    #expect(count > 300)
  }

  @Test func `every prefix of a file is refused`() throws {
    for sample in try samples {
      for count in sample.indices {
        #expect(throws: TimeZoneError.self) { try read(Array(sample[..<count])) }
      }
      ask(try read(sample))
    }
  }

  @Test func `damaged files are refused or read without trapping`() throws {
    var random = SeededRandom(seed: 10)
    for sample in try samples {
      for _ in 0..<4000 {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          let place = Int.random(in: bytes.indices, using: &random)
          switch Int.random(in: 0...3, using: &random) {
          case 0: bytes[place] = .random(in: 0...255, using: &random)
          case 1: bytes[place] = [0, 255, 127, 128].randomElement(using: &random) ?? 0
          case 2 where bytes.count > 1: bytes.remove(at: place)
          default: bytes.insert(bytes[place], at: place)
          }
        }
        do throws(TimeZoneError) {
          ask(try read(bytes))
        } catch {
          #expect(!error.description.isEmpty)
        }
      }
    }
  }
}
