/// The files of one journal: their paths, and how small ones are read and replaced.
///
///     DIR/journal.json       the manifest
///     DIR/journal.key        the key
///     DIR/secrets/           secrets that events name, see ``SecretStore``
///     DIR/consumers/         the positions of consumers, see ``ConsumerCheckpoint``
///     DIR/journal.synced     the durable length of the open segment, see ``SyncedMark``
///     DIR/journal.suspect    while a failed write is not undone, see ``TruncationMark``
///     DIR/journal.erasing    while an erasure may be unfinished
///     DIR/segments/00000000000000000001.jsonl   records, named after the first position
///     DIR/index/, DIR/snapshots/   derived; may be deleted at any time
public struct JournalDirectory: Sendable {
  /// The path of the folder.
  public let path: String
  /// The file system. Resolves paths relative to the open folder, if there is one.
  private(set) var files: any FileSystem
  /// The open folder; nil until `opened` is called.
  private(set) var folder: (any StoredDirectory)?
  /// The server's journal that this directory stands for or holds a copy of; nil for a journal of
  /// files.
  package private(set) var origin: (any JournalOrigin)?

  /// The journal in the folder at `path`, on the operating system's files. Opens nothing yet.
  public init(_ path: String) { self.init(path, files: SystemFileSystem()) }

  /// The journal in the folder at `path`, on other files.
  package init(_ path: String, files: any FileSystem) {
    let directory = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.path = directory.isEmpty ? "." : directory
    self.files = files
  }

  /// A journal on a server, which has no folder. The folder of its copy is known once the journal
  /// is opened.
  package init(_ origin: any JournalOrigin) {
    self.init(origin.name, files: MemoryFileSystem())
    self.origin = origin
    hasFolder = false
  }

  /// This folder as the copy of a journal on a server.
  package func asCopy(of origin: any JournalOrigin) -> JournalDirectory {
    var copy = self
    copy.origin = origin
    copy.hasFolder = true
    return copy
  }

  /// Whether the path is that of a folder; false for a journal on a server.
  private var hasFolder = true

  /// The server's journal if this directory has no folder; nil for a folder, even that of a copy.
  var remote: (any JournalOrigin)? { hasFolder ? nil : origin }

  var manifestPath: String { "\(path)/journal.json" }
  package var keyPath: String { origin?.keyPath ?? "\(path)/journal.key" }
  package var segmentsPath: String { "\(path)/segments" }

  func segmentPath(_ first: Position) -> String { "\(segmentsPath)/\(Self.segmentName(first))" }

  static func segmentName(_ first: Position) -> String {
    let digits = String(first.rawValue)
    var name = ""
    name.reserveCapacity(26)
    name += Substring("00000000000000000000".utf8.dropLast(digits.utf8.count))
    name += digits
    name += ".jsonl"
    return name
  }

  /// The same journal with its folder open. From now on every file is resolved from that folder, so
  /// all of them belong to the same journal even if the path is later replaced.
  ///
  /// - Throws: `.missing`; `.exposed` if users other than the owner can change the journal.
  package func opened() throws(JournalError) -> JournalDirectory {
    if folder != nil { return self }
    var opened = self
    do throws(SystemError) {
      let folder = try files.openDirectory(path)
      opened.folder = folder
      opened.files = folder.files
    } catch {
      if error == .noSuchFile || error == .notDirectory { throw .missing(path: path) }
      throw .storageFailed(doing: "opening", path: path, error)
    }
    try opened.requirePrivate()
    return opened
  }

  /// Refuses a path that is the URL of a server and would become a folder of that name. The URL is
  /// not repeated, since it may contain a password.
  func requireNoURL() throws(JournalError) {
    let path = path.lowercased()
    guard remote == nil, path.hasPrefix("postgresql:/") || path.hasPrefix("postgres:/") else {
      return
    }
    throw .invalidJournal(
      reason: "a URL is no folder; JournalDirectory.postgreSQL(_:keyFile:cache:) opens it",
      ru: "URL — не папка; его открывает JournalDirectory.postgreSQL(_:keyFile:cache:)")
  }

  /// Whether the open folder, if any, is still the one at the path. One system call.
  func isInPlace() throws(JournalError) -> Bool {
    try attempt("looking for", path) { () throws(SystemError) in
      try folder?.isAt(path) ?? true
    }
  }

  /// - Throws: `.replaced` if the path now leads to another folder, or to none.
  func requireInPlace() throws(JournalError) {
    guard try isInPlace() else { throw .replaced(path: path) }
  }

  /// - Throws: `.replaced` if the folder has no manifest any more: readers would not find what is
  ///   appended.
  func requireManifest() throws(JournalError) {
    guard try has("journal.json") else { throw .replaced(path: path) }
  }

  /// Whether there is a file of this name or relative path in the folder.
  func has(_ name: String) throws(JournalError) -> Bool {
    try attempt("looking for", "\(path)/\(name)") { () throws(SystemError) in
      try files.exists("\(path)/\(name)")
    }
  }

  /// Whether there is a segment that begins at this position.
  func hasSegment(_ first: Position) throws(JournalError) -> Bool {
    try has("segments/\(Self.segmentName(first))")
  }

  static func firstPosition(ofSegment name: String) -> Position? {
    guard name.hasSuffix(".jsonl"), let number = Int(name.dropLast(6)), number > 0,
      segmentName(Position(number)) == name
    else { return nil }
    return Position(number)
  }

  /// The manifest; `.missing` when there is no journal here.
  package func manifest() throws(JournalError) -> Manifest {
    if let remote { return try remote.manifest() }
    guard let bytes = try contents(of: manifestPath, limit: Limits.manifestBytes) else {
      throw .missing(path: path)
    }
    guard bytes.count <= Limits.manifestBytes else {
      throw .damaged(
        Damage(path: manifestPath, reason: .manifest("it is too long", ru: "он слишком длинный")))
    }
    return try Manifest(encoded: bytes, path: manifestPath)
  }

  /// The first positions of the existing segments, in order. A missing folder has none.
  func segments() throws(JournalError) -> [Position] {
    let (firsts, foreign) = try segmentFiles()
    if let path = foreign.first { throw .damaged(Damage(path: path, reason: .foreignFile)) }
    return firsts
  }

  /// The first positions of the existing segments, in order, and the paths of the files among them
  /// that are no segments.
  func segmentFiles() throws(JournalError) -> (firsts: [Position], foreign: [String]) {
    let names = try attempt("listing", segmentsPath) { () throws(SystemError) in
      try files.namesIfAny(in: segmentsPath)
    }.filter { !$0.hasPrefix(".") && !$0.hasSuffix(".new") }
    let firsts = names.compactMap(Self.firstPosition(ofSegment:))
    let foreign = names.filter { Self.firstPosition(ofSegment: $0) == nil }
    return (firsts.sorted(), foreign.map { "\(segmentsPath)/\($0)" })
  }

  func openSegment(_ first: Position, for purpose: OpenPurpose) throws(JournalError)
    -> any StoredFile
  {
    let path = segmentPath(first)
    do throws(SystemError) {
      return try files.open(path, for: purpose)
    } catch {
      if error == .noSuchFile { throw .damaged(Damage(path: path, reason: .missingSegment)) }
      throw .storageFailed(doing: "opening", path: path, error)
    }
  }

  /// Replaces the manifest, atomically and durably.
  func replace(_ manifest: Manifest) throws(JournalError) {
    try replace(manifestPath, with: manifest.encoded())
  }

  /// Replaces the contents of a small file with `bytes`, atomically and durably.
  ///
  /// - Parameters:
  ///   - temporary: the file that is written first; nil: the target's path with `.new`.
  ///   - folder: the folder of both files; nil: that of the journal.
  func replace(
    _ target: String, with bytes: [UInt8], writing temporary: String? = nil,
    in folder: String? = nil
  ) throws(JournalError) {
    let temporary = temporary ?? "\(target).new"
    try attempt("writing", target) { () throws(SystemError) in
      if try files.exists(temporary) { try files.remove(temporary) }
      try files.create(temporary, bytes)
      try files.rename(temporary, to: target)
      try files.syncDirectory(folder ?? path)
    }
  }

  /// The contents of a small file, nil if there is none. For a file longer than `limit`, just
  /// enough bytes to show that it is longer.
  func contents(of path: String, limit: Int) throws(JournalError) -> [UInt8]? {
    let file: any StoredFile
    do throws(SystemError) {
      file = try files.open(path, for: .reading)
    } catch {
      if error == .noSuchFile || error == .notDirectory { return nil }
      throw .storageFailed(doing: "reading", path: path, error)
    }
    return try attempt("reading", path) { () throws(SystemError) in
      try file.contents(min(file.size(), limit + 1))
    }
  }

  /// The length of an open file, in bytes.
  func size(of file: any StoredFile, at path: String) throws(JournalError) -> Int {
    try attempt("reading", path) { () throws(SystemError) in try file.size() }
  }

  /// Runs file operations and throws their error as `.storageFailed`, with a verb and the path.
  func attempt<Result>(
    _ doing: String, _ path: @autoclosure () -> String, _ body: () throws(SystemError) -> Result
  ) throws(JournalError) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw .storageFailed(doing: doing, path: path(), error)
    }
  }
}
