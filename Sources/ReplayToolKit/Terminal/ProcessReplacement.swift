import EventEngine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ProcessEnvironment {
  /// The folder that holds this executable, links resolved; `.` where the system doesn't say.
  static var folderOfExecutable: String {
    #if canImport(Darwin)
      var path = CommandLine.arguments.first ?? ""
    #else
      var path = "/proc/self/exe"
    #endif
    if let resolved = unsafe realpath(path, nil) {
      path = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }

  /// Runs another program in the place of this one, with the same standard streams.
  ///
  /// - Returns: why that failed; after success nothing of this program runs any more.
  static func replaceProcess(_ path: String, _ words: [String]) -> SystemError {
    var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
    unsafe execv(path, &arguments)
    let error = SystemError(code: errno)
    unsafe arguments.forEach { unsafe free($0) }
    return error
  }
}
