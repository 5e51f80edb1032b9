/// Files that are read whole.
public enum SmallFile {
  /// The first `limit` bytes of a file at most.
  public static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try SystemFileSystem.ofUsers.open(path, for: .reading)
    return try file.contents(min(limit, try file.size()))
  }
}

extension SmallFile {
  /// A file's length in bytes.
  public static func size(of path: String) throws(SystemError) -> Int {
    try SystemFileSystem.ofUsers.open(path, for: .reading).size()
  }
}
