import EventEngine

/// The codes of failures for programs, listed in docs/failures.md. They never change.
package enum FailureCode: String, CaseIterable {
  /// The arguments are wrong.
  case wrongUsage
  case malformedInput
  case noSuchFile
  case noJournal
  case cannotCreate
  /// A file or a standard stream could not be read or written.
  case inputOutput
  case storageFailed
  case outcomeUnknown
  case journalBusy
  case journalMoved
  case journalDamaged
  /// The server of the journal has lost or exchanged acknowledged events.
  case journalForked
  case keyUnavailable
  case tooLarge
  /// A time to be recorded is more than a day ahead of the clock.
  case timeInFuture
  case timeBeforeLastEvent
  case appendConditionFailed
  /// The journal or a proof contradicts a receipt.
  case falsified
  /// A snapshot differs from the journal.
  case snapshotDiffers
  /// An index or a snapshot was not made from the journal's events, or was changed since.
  case derivedDiffers
  case lawBroken
  /// Some events of a damaged journal could not be recovered.
  case eventsLost
  case noSuchEvent
  case unknownSubject
  case unknownFilter
  case unknownConsumer
  case consumerDamaged
  case handlerFailed
  /// A refusal without a code of its own.
  case refused

  init(_ status: ExitStatus) {
    self =
      switch status {
      case .success, .refused: .refused
      case .usage: .wrongUsage
      case .malformedInput: .malformedInput
      case .noInput: .noSuchFile
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .busy: .journalBusy
      }
  }
}

extension FailureCode {
  init(_ error: JournalError) {
    self =
      switch error {
      case .missing: .noJournal
      case .invalidJournal: .cannotCreate
      case .cannotCreate(_, let error): error.isOfDisk ? .storageFailed : .cannotCreate
      case .busy, .erasedMeanwhile: .journalBusy
      case .otherFormat, .damaged, .undecodable: .journalDamaged
      case .replaced: .journalMoved
      case .storageFailed, .exposed, .closed: .storageFailed
      case .consumerDamaged: .consumerDamaged
      case .outcomeUnknown, .erasureUnfinished: .outcomeUnknown
      case .conditionFailed: .appendConditionFailed
      case .tooLarge: .tooLarge
      case .invalidEvent: .malformedInput
      case .keyUnavailable: .keyUnavailable
      case .origin(_, let failure):
        switch failure.kind {
        case .unavailable, .denied: .storageFailed
        case .noDatabase: .noJournal
        case .cannotCreate: .cannotCreate
        case .forked: .journalForked
        }
      }
  }
}

extension JSONWriter {
  /// Writes the member `error` of a failed result.
  mutating func error(_ code: FailureCode, _ message: String) {
    beginObject("error")
    string("code", code.rawValue)
    string("message", message)
    endObject()
  }

  /// Returns one line of JSON for a failed subcommand.
  static func failure(_ code: FailureCode, _ message: String) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", false)
      json.error(code, message)
    }
  }
}
