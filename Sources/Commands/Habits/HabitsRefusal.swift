import Domain
import EventEngine

/// Why the habit tracker says no.
public enum HabitsRefusal: Refused, CaseIterable {
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
    case .categoryExists: "categoryExists"
    case .alreadyExists: "alreadyExists"
    case .titleTooLong: "titleTooLong"
    case .scheduleOfIrregularEvent: FormError.invalidCode
    case .alreadyPinned: "alreadyPinned"
    case .notPinned: "notPinned"
    case .dateInFuture: "dateInFuture"
    case .notScheduled: "notScheduled"
    case .notDone: "notDone"
    }
  }
}
