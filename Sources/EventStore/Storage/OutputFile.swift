/// A new file that is written from its beginning to its end, with nothing of it left when that
/// fails.
public struct OutputFile: ~Copyable {
  public let path: String
  /// What waits to be written.
  public var bytes: [UInt8] = []
  private let file: any StoredFile
  private var written = 0

  private static let enough = 1 << 20

  /// Makes the file, which only its owner may read (0600).
  ///
  /// - Throws: `.exists` when there is one of that name.
  public init(creating path: String) throws(SystemError) {
    self.path = path
    file = try SystemFileSystem().open(path, for: .creating)
  }

  /// One line that `write` appends.
  public mutating func line(_ write: (inout [UInt8]) -> Void) throws(SystemError) {
    write(&bytes)
    bytes.append(0x0a)
    if bytes.count >= Self.enough { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try file.write(bytes, at: written)
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes the rest; all of it is on stable storage when this returns.
  public mutating func finish() throws(SystemError) {
    try flush()
    try file.sync()
  }

  /// Removes the file again.
  public mutating func discard() throws(SystemError) { try SystemFileSystem().remove(path) }
}
