import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Finishing the onboarding` {
  @Test func `is recorded once per user`() {
    let finished = Given<HabitsOnboarding>().when("habits.finishOnboarding", by: "anna")
      .then(.onboarded()).answering().thereafter
    finished.when("habits.finishOnboarding", by: "anna").thenRefused(.onboardingFinished)
    finished.when("habits.finishOnboarding", by: "boris").then(.onboarded("boris"))
  }

  @Test func `accepts no data`() {
    Given<HabitsOnboarding>().when("habits.finishOnboarding", by: "anna", ["user": "anna"])
      .thenInvalid(.unknownField("user"))
  }
}

@Suite struct `Choosing a filter` {
  private func choose(
    _ filter: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<BoardFilters> {
    Given<BoardFilters>(.chose(.today))
      .when("habits.chooseFilter", by: "anna", ["filter": filter], sourceLocation: sourceLocation)
  }

  @Test(arguments: BoardFilter.allCases)
  func `is recorded even if the filter is unchanged`(filter: BoardFilter) {
    choose(.string(filter.rawValue)).then(.chose(filter)).answering()
  }

  @Test func `requires one of the four filters`() {
    choose("done").thenInvalid(.invalidField("filter"))
    choose("All").thenInvalid(.invalidField("filter"))
    choose("").thenInvalid(.invalidField("filter"))
    choose(.null).thenInvalid(.missingField("filter"))
  }
}
