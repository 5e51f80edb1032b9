import EventEngine
import PlatformLibc

extension ProcessEnvironment {
  /// The path of this executable, with links resolved; nil if the system does not report it.
  static var executable: String? {
    #if canImport(Darwin)
      let path = CommandLine.arguments.first ?? ""
    #else
      let path = "/proc/self/exe"
    #endif
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// The folder of this executable, with links resolved; `.` if the system does not report it.
  static var folderOfExecutable: String {
    guard let path = executable else { return "." }
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  /// Replaces this program with another one, which keeps the standard streams.
  ///
  /// - Returns: the error; after success this program no longer runs.
  static func replaceProcess(_ path: String, _ words: [String]) -> SystemError {
    var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &arguments)
    let error = SystemError(code: errno)
    unsafe arguments.forEach { unsafe free($0) }
    return error
  }
}
