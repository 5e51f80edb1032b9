import TestSupport

@testable import EventStore

extension Workload {
  private static let name = "Eva Braun"

  /// The derived files that may contain erased data.
  enum Copies: String {
    case none, index, snapshots

    /// Derives the files from the journal in its current state.
    func make(in directory: JournalDirectory) throws {
      switch self {
      case .none: break
      case .index: try buildIndex(of: directory)
      case .snapshots: try SnapshotStates.storeAndFind(in: directory)
      }
    }
  }

  /// Two persons in three segments. One is erased, and appends continue.
  static func erasing(_ copies: Copies = .none) throws -> Workload {
    let image = try journal(segmentBytes: 900)
    let size = try erasureSize(from: image)
    return Workload(
      name: copies == .none ? "erasing" : "erasing with \(copies)", image: image,
      // Derived files are not read before they are complete, so a sample of their bytes is enough.
      limits: copies == .none
        ? CrashLimits(prefixes: 64, subsets: 64, combinations: 200)
        : .samples(Workload.samplesPerCrash),
      limitsWithin: copies == .none ? .few : .samples(1),
      run: { stage in
        try recordPersons(on: stage)
        try copies.make(in: stage.directory)
        var reader = try JournalReader.open(stage.directory, wait: 0)
        try show(&reader, on: stage)
        stage.note(.issued("erasure", events: size))
        try erase(on: stage.directory)
        stage.note(.acknowledged("erasure"))
        if copies != .none { try makeCopies(ofWhatWasErased: &reader) }
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        try record(.init(label: "after", events: 2), with: &writer, on: stage)
        try copies.make(in: stage.directory)
      },
      again: { directory in
        try erase(on: directory)
        try copies.make(in: directory)
        if copies == .snapshots { try SnapshotStates.requireTidy(directory) }
      },
      label: { view in
        view.type.rawValue.hasPrefix("system.") ? "erasure" : view.tags.first?.rawValue ?? ""
      }, fold: sum,
      inspect: { try remains($0) ?? LookupCheck.wrong(in: $0) ?? SnapshotStates.wrong(in: $0) })
  }

  /// Tries to store files derived by a reader from before the erasure.
  private static func makeCopies(ofWhatWasErased reader: inout JournalReader) throws {
    let directory = reader.directory
    let building = IndexBuilding(directory, journal: reader.manifest.journal, sizes: indexSizes)
    guard try !building.extend(with: &reader) else {
      throw WrongLookup(description: "it was stored")
    }
    // A state folded before the erasure, with all sections.
    let snapshot = Snapshot(
      name: SnapshotStates.names[0], version: SnapshotStates.version, position: reader.head,
      bytes: Array(name.utf8))
    guard try !SnapshotStore(directory).store(snapshot, folded: &reader) else {
      throw WrongSnapshot("one from before the erasure was stored")
    }
  }

  private static let persons = [
    ("p1", "user:eva"), ("p2", "user:anna"), ("p3", "user:eva"), ("p4", "user:eva"),
    ("p5", "user:anna"),
  ].map { (label: $0.0, subject: $0.1) }

  static func recordPersons(on stage: Stage) throws {
    var writer = try JournalWriter.open(stage.directory, wait: 0)
    for (label, subject) in persons {
      let name = subject == "user:eva" ? name : "Anna"
      let event = NewEvent(
        type: "test.personNamed", tags: [Tag(rawValue: label)],
        erasable: .init(
          subjects: [Tag(rawValue: subject)], personal: Array(#"{"name":"\#(name)"}"#.utf8),
          tags: [Tag("name", name)]))
      stage.note(.issued(label, events: 1))
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([event], at: start)
      }
      stage.note(.acknowledged(label))
    }
  }

  static func erase(on directory: JournalDirectory) throws {
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

  /// Searches for remaining data of the erased person. No file may contain it once the erasure is
  /// recorded and a writer has opened the journal.
  private static func remains(_ directory: JournalDirectory) throws -> String? {
    let disk = directory.files
    var reader = try JournalReader.open(directory, wait: 0)
    var isErased = false
    try reader.forEach { (view) throws(JournalError) in
      if view.type.rawValue.hasPrefix("system.") { isErased = true }
      return true
    }
    guard isErased else { return nil }
    var hash: [UInt8] = []
    hash.append(word: IndexKey.tag(Tag("name", Self.name)).hash)
    for folder in [
      directory.segmentsPath, directory.indexPath, SnapshotStates.folder(directory),
    ]
    where try disk.exists(folder) {
      for name in try disk.names(in: folder) {
        let file = try disk.open("\(folder)/\(name)", for: .reading)
        let bytes = try file.contents(try file.size())
        if bytes.contains(Array(Self.name.utf8)) || bytes.contains(hash) {
          return "\(folder)/\(name) holds what was erased"
        }
      }
    }
    return nil
  }
}
