import TestSupport

@testable import EventStore

extension Workload {
  private static let name = "Eva Braun"

  /// Two persons in three segments; one of them is erased, and life goes on.
  static func erasing() throws -> Workload {
    let image = try journal(segmentBytes: 900)
    let size = try erasureSize(from: image)
    return Workload(
      name: "erasing", image: image,
      // What is written beside is not read before it is whole: some of its bytes will do.
      limits: CrashLimits(prefixes: 64, subsets: 64, combinations: 200),
      run: { stage in
        try recordPersons(on: stage)
        var reader = try JournalReader.open(stage.directory, wait: 0)
        try show(&reader, on: stage)
        stage.note(.issued("erasure", events: size))
        try erase(on: stage.directory)
        stage.note(.acknowledged("erasure"))
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        try record(.init(label: "after", events: 2), with: &writer, on: stage)
      },
      again: { directory in try erase(on: directory) },
      label: { view in
        view.type.rawValue.hasPrefix("system.") ? "erasure" : view.tags.first?.rawValue ?? ""
      }, fold: sum, inspect: remains)
  }

  private static let persons = [
    ("p1", "user:eva"), ("p2", "user:anna"), ("p3", "user:eva"), ("p4", "user:eva"),
    ("p5", "user:anna"),
  ].map { (label: $0.0, subject: $0.1) }

  private static func recordPersons(on stage: Stage) throws {
    var writer = try JournalWriter.open(stage.directory, wait: 0)
    for (label, subject) in persons {
      let name = subject == "user:eva" ? name : "Anna"
      let event = NewEvent(
        type: "test.personNamed", tags: [Tag(rawValue: label)],
        erasable: .init(
          subjects: [Tag(rawValue: subject)], personal: Array(#"{"name":"\#(name)"}"#.utf8)))
      stage.note(.issued(label, events: 1))
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([event], at: start)
      }
      stage.note(.acknowledged(label))
    }
  }

  private static func erase(on directory: JournalDirectory) throws {
    guard try directory.exists() else { return }
    var writer = try JournalWriter.open(directory, wait: 0)
    _ = try writer.erase(Erasure(of: [Tag(rawValue: "user:eva")], actor: "admin"), at: start)
  }

  /// The number of events that record the erasure.
  private static func erasureSize(from image: DiskImage) throws -> Int {
    let stage = Stage(SimulatedDisk(image))
    try recordPersons(on: stage)
    try erase(on: stage.directory)
    return try JournalReader.open(stage.directory, wait: 0).head.rawValue - persons.count
  }

  /// Once the erasure is recorded and a writer was there, nothing is left of whom it concerns.
  private static func remains(_ directory: JournalDirectory) throws -> String? {
    let disk = directory.files
    var reader = try JournalReader.open(directory, wait: 0)
    var isErased = false
    try reader.forEach { (view) throws(JournalError) in
      if view.type.rawValue.hasPrefix("system.") { isErased = true }
      return true
    }
    guard isErased else { return nil }
    for name in try disk.names(in: directory.segmentsPath) {
      let path = "\(directory.segmentsPath)/\(name)"
      let file = try disk.open(path, for: .reading)
      let text = String(decoding: try file.contents(try file.size()), as: UTF8.self)
      if text.contains(Self.name) { return "\(path) holds what was erased" }
    }
    return nil
  }
}
