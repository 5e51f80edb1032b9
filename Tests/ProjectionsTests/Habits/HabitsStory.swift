import Domain
import EventEngine
import Projections
import TestSupport
import Testing

typealias HabitsStory = Story<HabitsEvent>

extension Story<HabitsEvent> {
  /// The answer for Anna.
  func show<P: Projection<HabitsEvent>>(
    _ projection: P.Type, at now: String? = nil, in locale: Language = .ru,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    show(P.self, ["user": "anna"], at: now, in: locale, sourceLocation: sourceLocation)
  }
}
