#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How many files the process may have open at once.
public enum OpenFileLimit {
  /// Asks for as many as the system grants: whoever looks at a journal as it stands at one moment
  /// has all its segments open, and many systems begin with 1,024. Where that is not granted,
  /// opening fails later and says so.
  public static func raise() {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    #if canImport(Darwin)
      // More than this is refused, whatever the upper limit says.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      limit.rlim_cur = limit.rlim_max
    #endif
    _ = unsafe setrlimit(resource, &limit)
  }

  #if canImport(Glibc)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var resource: Int32 { RLIMIT_NOFILE }
  #endif
}
