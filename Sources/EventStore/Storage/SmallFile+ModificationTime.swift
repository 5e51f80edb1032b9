import PlatformLibc

extension SmallFile {
  /// The time at which a file's contents were last written.
  package static func modificationTime(of path: String) throws(SystemError) -> Timestamp {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(code: errno) }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Timestamp(rawValue: 0).advanced(bySeconds: Int64(time.tv_sec))
  }
}
