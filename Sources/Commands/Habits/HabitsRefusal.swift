import Domain
import EventEngine

/// The refusals of the habit tracker.
public enum HabitsRefusal: Refused, Hashable {
  case onboardingFinished

  case noSuchCategory
  case noSuchTracker
  case categoryExists
  /// The id that the sender has chosen is taken.
  case alreadyExists(field: String, id: String)

  case titleTooLong
  case scheduleOfIrregularEvent

  case alreadyPinned
  case notPinned

  /// `today` is the local day of the command, with its zone.
  case dateInFuture(CalendarDay, today: String)
  /// `inForce` is the schedule in force on the day.
  case notScheduled(CalendarDay, inForce: WeekSchedule)
  case alreadyMarked
  case notDone

  /// The codes by which programs distinguish refusals.
  public enum Code: String, Sendable {
    case alreadyDone, notFound, categoryExists, alreadyExists, titleTooLong, invalidField
    case alreadyPinned, notPinned, dateInFuture, notScheduled, notDone
  }

  public var code: String { kind.rawValue }

  private var kind: Code {
    switch self {
    case .onboardingFinished, .alreadyMarked: .alreadyDone
    case .noSuchCategory, .noSuchTracker: .notFound
    case .categoryExists: .categoryExists
    case .alreadyExists: .alreadyExists
    case .titleTooLong: .titleTooLong
    case .scheduleOfIrregularEvent: .invalidField
    case .alreadyPinned: .alreadyPinned
    case .notPinned: .notPinned
    case .dateInFuture: .dateInFuture
    case .notScheduled: .notScheduled
    case .notDone: .notDone
    }
  }

  /// The codes for a command's shape.
  static func codes(_ codes: Code...) -> [String] { codes.map(\.rawValue) }
}
