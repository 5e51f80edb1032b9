import Domain
import EventEngine

/// The refusals of the habit tracker.
public enum HabitsRefusal: String, Refused, CaseIterable {
  case onboardingFinished

  case noSuchCategory
  case noSuchTracker
  case categoryExists
  case alreadyExists

  case titleTooLong
  case scheduleOfIrregularEvent

  case alreadyPinned
  case notPinned

  case dateInFuture
  case notScheduled
  case alreadyMarked
  case notDone

  public var code: String {
    switch self {
    case .onboardingFinished, .alreadyMarked: "alreadyDone"
    case .noSuchCategory, .noSuchTracker: "notFound"
    case .scheduleOfIrregularEvent: FormError.invalidCode
    default: rawValue
    }
  }
}
