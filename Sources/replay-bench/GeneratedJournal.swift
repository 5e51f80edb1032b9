import Domain
import EventChecking
import EventEngine
import ReplayToolKit

/// A journal generated for measurements, with the same events each time.
struct GeneratedJournal {
  let directory: JournalDirectory
  let events: Int
  var segmentBytes = JournalSettings.defaultSegmentBytes
  /// The approximate length of a record in bytes.
  private static let recordBytes = 450

  /// The result of the generation.
  struct Measurement {
    let bytes: Int
    /// The time spent on encoding and writing. In a mixed journal it includes generating the
    /// events, in a courier journal it does not.
    let seconds: Double
  }

  /// The number of events in a batch. A segment ends only after a batch, so a batch should be small
  /// compared with a segment.
  private var batch: Int {
    max(1, min(Limits.batchCommands, segmentBytes / (4 * Self.recordBytes)))
  }

  func makeCourier() throws -> Measurement {
    // Each courier begins with two events, and a small journal should contain others, too.
    var traffic = CourierTraffic(couriers: max(1, min(1000, events / 10)))
    var encoder = PayloadEncoder()
    var writer = try create()
    var seconds = 0.0
    var done = 0
    while done < events {
      let steps = (0..<min(batch, events - done)).map { _ in traffic.next() }
      done += steps.count
      seconds += try Figures.time {
        try writer.begin()
        for step in steps {
          try writer.append(
            [try NewEvent(step.event, with: &encoder)], at: step.time,
            cause: Cause(command: step.command, actor: step.actor))
        }
        try writer.commit()
      }
    }
    return Measurement(bytes: try writer.reader.byteCount(), seconds: seconds)
  }

  /// Generates a journal of all applications. The last append may exceed the wanted number of
  /// events.
  func makeMixed(from traffic: inout MixedTraffic) throws -> Measurement {
    var writer = try create()
    let seconds = try Figures.time {
      while writer.head.rawValue < events {
        try writer.begin()
        let end = min(events, writer.head.rawValue + batch)
        while writer.head.rawValue < end {
          let step = traffic.next()
          try writer.append(step.events, at: step.time, cause: step.cause)
        }
        try writer.commit()
      }
    }
    return Measurement(bytes: try writer.reader.byteCount(), seconds: seconds)
  }

  private func create() throws -> JournalWriter {
    let settings = JournalSettings(passwordIterations: 1, segmentBytes: segmentBytes)
    guard try directory.create(settings, at: SystemClock.now()) else {
      throw Self.exists(
        directory,
        hint: Bilingual(
          ru: "укажите пустую папку или ту, которой ещё нет",
          en: "give an empty folder, or one that does not exist yet"))
    }
    return try JournalWriter.open(directory)
  }

  /// The failure for a place that holds a journal, which gets no events of a benchmark.
  static func exists(_ directory: JournalDirectory, hint: Bilingual) -> ToolFailure {
    ToolFailure(
      .cannotCreate,
      ru: "\(directory.path): здесь уже есть журнал",
      en: "\(directory.path): there is a journal already", hint: hint)
  }
}
