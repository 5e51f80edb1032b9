/// How far somebody who reads a journal's events one by one has come: a file in the journal's
/// folder `consumers`.
public struct ConsumerPlace: Sendable {
  private let directory: JournalDirectory
  private let path: String
  /// The last event that was taken; nil before the first.
  public private(set) var position: Position?
  private var synced: Position?

  private struct Record: Codable {
    let consumer: String
    let position: Position
  }

  private let name: String

  /// Finds the place of the consumer of this name, which follows the rule for ids.
  public init(_ name: String, in directory: JournalDirectory) throws(JournalError) {
    self.directory = directory
    self.name = name
    path = "\(directory.path)/consumers/\(name)"
    do throws(SystemError) {
      try directory.files.createDirectory("\(directory.path)/consumers")
    } catch {
      guard error == .exists else {
        throw .storageFailed(doing: "making", path: "\(directory.path)/consumers", error)
      }
    }
    guard let bytes = try directory.contents(of: path, limit: 4096) else { return }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      position = try decoder.decode(Record.self, from: bytes).position
    } catch {
      throw .damaged(Damage(path: path, reason: .malformed("it is no consumer's place: \(error)")))
    }
    guard let position, 0...Limits.lastPosition ~= position.rawValue else {
      throw .damaged(
        Damage(path: path, reason: .malformed("it is no consumer's place: no such position")))
    }
    synced = position
  }

  /// Keeps the place, atomically. After a power failure an earlier place may be found: events are
  /// then seen again, none is missed.
  public mutating func move(to position: Position) throws(JournalError) {
    try write(position, isDurable: false)
    self.position = position
  }

  /// Makes the place durable.
  public mutating func sync() throws(JournalError) {
    guard let position, position != synced else { return }
    try write(position, isDurable: true)
    synced = position
  }

  private func write(_ position: Position, isDurable: Bool) throws(JournalError) {
    var bytes: [UInt8] = []
    do throws(PayloadEncodingError) {
      try PayloadEncoder.encode(Record(consumer: name, position: position), into: &bytes)
    } catch { preconditionFailure("a name and a number can be encoded: \(error)") }
    bytes.append(0x0a)
    // No id holds a tilde, so that no consumer has this name.
    let temporary = "\(directory.path)/consumers/~\(name)"
    let files = directory.files
    try directory.attempt("writing", path) { () throws(SystemError) in
      if try files.exists(temporary) { try files.remove(temporary) }
      let file = try files.open(temporary, for: .creating)
      try file.write(bytes, at: 0)
      if isDurable { try file.sync() }
      try files.rename(temporary, to: path)
      if isDurable { try files.syncDirectory("\(directory.path)/consumers") }
    }
  }
}
