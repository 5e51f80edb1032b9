import PlatformLibc

/// Throws the error of a system call that did not return zero.
package func requireSuccess(_ result: Int32) throws(SystemError) {
  if result != 0 { throw SystemError(code: errno) }
}

/// Retries a call for as long as a signal interrupts it.
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
  package static let notEmpty = SystemError(code: ENOTEMPTY)
  package static let tooLarge = SystemError(code: EFBIG)
  package static let notPermitted = SystemError(code: EACCES)
  /// The error of some systems if a directory is to be removed like a file.
  package static let operationNotPermitted = SystemError(code: EPERM)
  package static let readOnly = SystemError(code: EROFS)
  package static let connectionReset = SystemError(code: ECONNRESET)
  package static let closedFile = SystemError(code: EBADF)
  package static let inputOutput = SystemError(code: EIO)
  /// The path leads to a pipe, a socket or a device instead of a regular file.
  package static let notAFile = SystemError(code: -1)
  /// A link is where a file of the journal should be.
  package static let symbolicLink = SystemError(code: ELOOP)
  /// A signal interrupted the call. `SystemFileSystem` retries opening, reading, writing,
  /// truncating, syncing and locking, and never throws this for them.
  package static let interrupted = SystemError(code: EINTR)
  /// The pipe has no reader.
  package static let closedPipe = SystemError(code: EPIPE)
  /// A folder was used as if it were a file.
  package static let isDirectory = SystemError(code: EISDIR)

  /// Whether the disk is full or failing.
  package var isOfDisk: Bool { [.noSpace, .quotaExceeded, .inputOutput].contains(self) }
}

extension SystemError: CustomStringConvertible {
  /// The operating system's own message, such as `No space left on device`.
  public var description: String {
    switch self {
    case .notAFile: "it is not a regular file"
    case .symbolicLink: "it is a symbolic link, and links are not followed here"
    default: unsafe String(cString: strerror(code))
    }
  }
}
