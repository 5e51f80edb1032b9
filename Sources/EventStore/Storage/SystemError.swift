#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Throws what a system call has said where it did not return zero.
package func requireSuccess(_ result: Int32) throws(SystemError) {
  if result != 0 { throw SystemError(code: errno) }
}

/// Calls again for as long as a signal came in between.
package func retrying<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    if errno != EINTR { throw SystemError(code: errno) }
  }
}

extension SystemError {
  package static let noSpace = SystemError(code: ENOSPC)
  package static let quotaExceeded = SystemError(code: EDQUOT)
  package static let noSuchFile = SystemError(code: ENOENT)
  package static let notDirectory = SystemError(code: ENOTDIR)
  package static let exists = SystemError(code: EEXIST)
  package static let notPermitted = SystemError(code: EACCES)
  /// What some systems answer where a directory would be removed like a file.
  package static let operationNotPermitted = SystemError(code: EPERM)
  package static let readOnly = SystemError(code: EROFS)
  /// The file was closed.
  package static let closedFile = SystemError(code: EBADF)
  package static let inputOutput = SystemError(code: EIO)
  /// What is there is no regular file but a pipe, a socket or a device.
  package static let notAFile = SystemError(code: -1)
  /// A link is where a file of the journal should be.
  package static let symbolicLink = SystemError(code: ELOOP)
  /// A signal came in between; the system's own files never say so but try again.
  package static let interrupted = SystemError(code: EINTR)
  /// Nobody reads what is written.
  package static let closedPipe = SystemError(code: EPIPE)
  /// A folder was read as if it were a file.
  package static let isDirectory = SystemError(code: EISDIR)
}

extension SystemError: CustomStringConvertible {
  /// The operating system's own words, such as `No space left on device`.
  public var description: String {
    switch self {
    case .notAFile: "it is not a regular file"
    case .symbolicLink: "it is a symbolic link, and links are not followed here"
    default: unsafe String(cString: strerror(code))
    }
  }
}
