@testable import EventStore
import TestSupport

/// Crashes a workload at every moment and examines the disks that each crash may leave: all of them,
/// or in the usual run a few for each moment.
struct CrashMatrix {
  private static let disksOfAMoment = Effort.current.pick(usual: 16, exhaustive: Int.max)
  private static let disksOfARecovery = Effort.current.pick(usual: 3, exhaustive: Int.max)
  /// One disk in this many has its recovery interrupted.
  private static let recoveriesToCutOff = Effort.current.pick(usual: 4, exhaustive: 1)
  private let workload: Workload
  /// Wraps the disk in a file system. Tests of the matrix remove a safeguard this way.
  private let wrap: @Sendable (SimulatedDisk) -> any FileSystem
  private var random: SeededRandom
  private var report = Report()

  /// The findings by image: they do not depend on the crash that left it.
  private var findings: [DiskImage: Finding] = [:]
  private var continuations: [DiskImage: [String]] = [:]
  /// The states of the journal that didn't crash, by number of events.
  private var folds: [Int: String] = [:]
  private var finalImage = DiskImage()
  private var finalLabels: [String] = []

  struct Report: Sendable {
    var moments = 0
    /// The number of pairs of a moment and a disk that it may leave.
    var points = 0
    /// The number of different disks.
    var disks = 0
    var violations: [String] = []
  }

  /// The result of opening the journal after a crash.
  private struct Finding {
    var recovered: [String] = []
    var violations: [String] = []
  }

  init(
    _ workload: Workload,
    through wrap: @escaping @Sendable (SimulatedDisk) -> any FileSystem = { $0 }
  ) {
    self.workload = workload
    self.wrap = wrap
    random = SeededRandom(seed: Effort.seed)
  }

  static func report(on workload: Workload) throws -> Report {
    var matrix = CrashMatrix(workload)
    return try matrix.run { _ in false }
  }

  /// Returns the first violation for which `isMeant` is true; nil if the whole matrix has none.
  static func violation(
    in workload: Workload, where isMeant: (String) -> Bool = { _ in true },
    through wrap: @escaping @Sendable (SimulatedDisk) -> any FileSystem
  ) throws -> String? {
    var matrix = CrashMatrix(workload, through: wrap)
    return try matrix.run { $0.contains(where: isMeant) }.violations.first(where: isMeant)
  }

  /// - Parameter isEnough: whether to stop after these violations.
  private mutating func run(until isEnough: ([String]) -> Bool) throws -> Report {
    let disk = SimulatedDisk(workload.image, recordsMarks: workload.crashesMarks)
    try workload.run(Stage(disk, through: wrap(disk)))
    finalImage = disk.image
    let directory = Workload.directory(SimulatedDisk(finalImage))
    finalLabels = try directory.exists() ? directory.labels(workload) : []
    let steps = disk.steps
    var crashed = CrashedDisk(workload.image)
    var obligations = Obligations()
    try crash(crashed, obligations, 0)
    for (index, step) in steps.enumerated() {
      crashed.apply(step)
      if case .note(let note) = step { obligations.record(note) }
      // Two notes in a row leave the same disk, so only the last one is checked.
      if case .note? = steps.indices.contains(index + 1) ? steps[index + 1] : nil { continue }
      try crash(crashed, obligations, index + 1)
      if isEnough(report.violations) { break }
    }
    report.disks = findings.count
    return report
  }

  private mutating func crash(
    _ crashed: CrashedDisk, _ obligations: Obligations, _ moment: Int
  ) throws {
    report.moments += 1
    let images = crashed.images(workload.limits, &random)
    for image in Effort.current.sample(images, Self.disksOfAMoment, using: &random) {
      report.points += 1
      let finding = try examine(image, isNested: false)
      let broken = obligations.violation(by: finding.recovered).map { [$0] } ?? []
      for violation in finding.violations + broken {
        report.violations.append("\(workload.name), step \(moment): \(violation)")
      }
    }
  }

  private mutating func examine(_ image: DiskImage, isNested: Bool) throws -> Finding {
    if let cached = findings[image] { return cached }
    var finding = Finding()
    do {
      finding = try recover(image, isNested)
    } catch {
      finding.violations.append("\(error)")
    }
    findings[image] = finding
    return finding
  }

  private mutating func recover(_ image: DiskImage, _ isNested: Bool) throws -> Finding {
    var finding = Finding()
    let disk = SimulatedDisk(image)
    let directory = Workload.directory(wrap(disk))
    if try directory.exists() {
      finding.recovered = try directory.labels(workload)
      if disk.image.journal != image.journal {
        finding.violations.append("a reader changed something")
      }
      do { _ = try JournalWriter.open(directory, wait: 0) }
      if try directory.labels(workload) != finding.recovered {
        finding.violations.append("the writer recovered something else than the reader saw")
      }
      if !isNested, random.below(Self.recoveriesToCutOff) == 0 { try crashAgain(disk, &finding) }
      let after = disk.image
      do { _ = try JournalWriter.open(directory, wait: 0) }
      if disk.image != after { finding.violations.append("recovering twice changed something") }
    }
    finding.violations += try checkContinuation(disk.image, finding.recovered)
    return finding
  }

  /// Crashes the recovery at every step.
  private mutating func crashAgain(_ disk: SimulatedDisk, _ finding: inout Finding) throws {
    var crashed = CrashedDisk(disk.initial)
    for step in disk.steps {
      crashed.apply(step)
      let images = crashed.images(workload.limitsWithin, &random)
      for image in Effort.current.sample(images, Self.disksOfARecovery, using: &random)
      where image != disk.initial {
        report.points += 1
        let again = try examine(image, isNested: true)
        finding.violations += again.violations
        if again.recovered != finding.recovered {
          finding.violations.append(
            "cut off again, it recovered \(again.recovered) for \(finding.recovered)")
        }
      }
    }
  }

  /// Checks that a recovered journal is intact and that work can continue.
  private mutating func checkContinuation(_ image: DiskImage, _ recovered: [String]) throws
    -> [String]
  {
    if let cached = continuations[image] { return cached }
    var violations: [String] = []
    let disk = SimulatedDisk(image)
    let directory = Workload.directory(wrap(disk))
    if try directory.exists() {
      let damages = try directory.verify(wait: 0).damages
      if let damage = damages.first { violations.append("verify: \(damage)") }
      if let wrong = try workload.inspect(directory) { violations.append(wrong) }
      var reader = try JournalReader.open(directory, wait: 0)
      // A refused append may be present if the crash came before the refusal.
      if finalLabels.starts(with: recovered),
        try workload.fold(&reader, reader.head) != fold(through: recovered.count)
      {
        violations.append("the states differ after \(recovered.count) events")
      }
    }
    try workload.again(directory)
    let all = try directory.labels(workload)
    let runs = all.runs
    if !all.starts(with: recovered) { violations.append("\(all) after \(recovered)") }
    if Set(runs.map(\.label)).count < runs.count {
      violations.append("sent again, something is there twice: \(runs.map(\.label))")
    }
    try append(to: directory)
    let more = try directory.labels(workload)
    if more.count != all.count + 1 { violations.append("appending gave \(more.count) events") }
    continuations[image] = violations
    return violations
  }

  private func append(to directory: JournalDirectory) throws {
    var writer = try JournalWriter.open(directory, wait: 0)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(
        [NewEvent(type: "test.happened", tags: [Tag(rawValue: "extra")])],
        at: Timestamp(rawValue: 0))
    }
  }

  private mutating func fold(through count: Int) throws -> String {
    if let cached = folds[count] { return cached }
    let source = Workload.directory(SimulatedDisk(finalImage))
    guard try source.exists() else { return "" }
    var reader = try JournalReader.open(source, wait: 0)
    let fold = try workload.fold(&reader, Position(count))
    folds[count] = fold
    return fold
  }
}
