import EventEngine

/// The exit status of the process (sysexits.h).
package enum ExitStatus: Int32, Comparable {
  case success = 0
  /// Something was refused, damaged or falsified.
  case refused = 1
  case usage = 64
  case malformedInput = 65
  case noInput = 66
  case cannotCreate = 73
  case inputOutput = 74
  case busy = 75

  package static func < (left: ExitStatus, right: ExitStatus) -> Bool { left.weight < right.weight }

  /// The precedence if several statuses apply; the greatest is returned.
  private var weight: Int {
    switch self {
    case .success: 0
    case .refused: 1
    case .malformedInput: 2
    case .busy: 3
    case .noInput: 4
    case .cannotCreate: 5
    case .inputOutput: 6
    case .usage: 7
    }
  }
}

/// The failure of a subcommand, with advice.
package struct ToolFailure: Error {
  package let status: ExitStatus
  package let code: FailureCode
  package let message: String
  package var hint: String?
  /// The language of the message and the hint.
  package var language = Language.en

  package init(_ status: ExitStatus, _ code: FailureCode, _ message: String, hint: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// Uses the code of the status.
  package init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.init(status, FailureCode(status), message, hint: hint)
  }
}

extension ToolFailure {
  /// Returns the result of `body`, and adds the path to an error of the operating system.
  package static func naming<Result: ~Copyable>(
    _ path: String, hint: String? = nil, _ body: () throws(SystemError) -> Result
  ) throws(ToolFailure) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw ToolFailure(error.status, "\(path): \(error)", hint: hint)
    }
  }
}

extension SystemError {
  /// The exit status for a file that cannot be read: it is missing, or the disk fails.
  var status: ExitStatus {
    [.noSuchFile, .notDirectory, .isDirectory].contains(self) ? .noInput : .inputOutput
  }
}

extension TemporaryFolders {
  package static func discard(_ path: String) throws(ToolFailure) {
    try ToolFailure.naming(path) { () throws(SystemError) in try remove(path) }
  }
}

extension Damage {
  /// The advice for damage that can be mended without loss.
  var remedy: String? {
    if isOfManifest { return "restore journal.json from a backup; the records are in segments/" }
    return reason == .strangeFile ? "move \(path.printable) away" : nil
  }
}

extension ToolFailure {
  package init(_ error: JournalError) {
    message = "\(error)"
    hint = nil
    code = FailureCode(error)
    switch error {
    case .missing:
      status = .noInput
      hint =
        "name another one with --journal DIR, or create this one: \(toolName) issue and import do "
        + "so with the first event, \(toolName) session --create at once"
    case .cannotCreate(_, let cause):
      status = .cannotCreate
      if cause == .exists { hint = "name an empty or missing folder with --journal DIR" }
    case .busy:
      status = .busy
      hint = "another process is writing; try again, or wait longer with --wait SECONDS"
    case .otherFormat:
      status = .refused
      hint = "read it with the version of \(toolName) that wrote it"
    case .damaged(let damage):
      status = .refused
      hint = damage.remedy ?? "\(toolName) verify reports how far the journal is intact"
    case .replaced:
      status = .inputOutput
      hint = "run the command again to open the journal that is there now"
    case .exposed: status = .inputOutput
    case .consumerDamaged(let name, _):
      status = .refused
      hint = "set its position with \(toolName) consumers reset \(name) --to N"
    case .storageFailed(_, _, let cause):
      status = .inputOutput
      if cause == .noSpace || cause == .quotaExceeded { hint = "make room and try again" }
    case .outcomeUnknown:
      status = .inputOutput
      hint = "send the command again with the same id"
    case .erasureUnfinished:
      status = .inputOutput
      hint = "the next writer finishes it; the erased data can no longer be read"
    case .erasedMeanwhile:
      status = .busy
      hint = "try again when no erasure is running"
    case .conditionFailed, .undecodable: status = .refused
    case .tooLarge: status = .malformedInput
    case .origin(_, let failure):
      switch failure.kind {
      case .unavailable, .denied: status = .inputOutput
      case .noDatabase: status = .noInput
      case .cannotCreate: status = .cannotCreate
      case .forked: status = .refused
      }
    case .keyUnavailable:
      status = .inputOutput
      hint = "restore the journal's key file; without it the journal can only be read"
    }
  }
}

extension ToolFailure {
  /// A refused question.
  init(_ problem: CommandResult.Problem) {
    self.init(problem.status, "\(problem.code): \(problem.message.printable)")
  }
}
