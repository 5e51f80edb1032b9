import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let given = Given<PinnedTrackers>(
  .habit("t1"), .irregular("t2"), .habit("t3", of: "boris"), .pinned("t3", of: "boris"))

@Suite struct `Pinning a tracker` {
  private func pin(
    _ tracker: JSONValue, in given: Given<PinnedTrackers> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<PinnedTrackers> {
    given.when(
      "habits.pinTracker", by: "anna", ["tracker": tracker], sourceLocation: sourceLocation)
  }

  private func unpin(
    _ tracker: JSONValue, in given: Given<PinnedTrackers> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<PinnedTrackers> {
    given.when(
      "habits.unpinTracker", by: "anna", ["tracker": tracker], sourceLocation: sourceLocation)
  }

  @Test func `and unpinning it are recorded, any number of times`() {
    let pinned = pin("t1").then(.pinned("t1")).answering().thereafter
    let unpinned = unpin("t1", in: pinned).then(.unpinned("t1")).answering().thereafter
    pin("t1", in: unpinned).then(.pinned("t1"))
    pin("t2").then(.pinned("t2"))
  }

  @Test func `is refused if it is pinned, and unpinning if it is not`() {
    pin("t1", in: given.and(.pinned("t1"))).thenRefused(.alreadyPinned)
    unpin("t1").thenRefused(.notPinned)
    unpin("t1", in: given.and(.pinned("t1"), .unpinned("t1"))).thenRefused(.notPinned)
  }

  @Test func `requires a tracker of the same user`() {
    for tracker: JSONValue in ["t3", "t9"] {
      pin(tracker).thenRefused(.noSuchTracker)
      unpin(tracker).thenRefused(.noSuchTracker)
    }
    let deleted = given.and(.pinned("t1"), .deleted("t1"))
    pin("t1", in: deleted).thenRefused(.noSuchTracker)
    unpin("t1", in: deleted).thenRefused(.noSuchTracker)
    pin(.null).thenInvalid(.missingField("tracker"))
    unpin("t 1").thenInvalid(.invalidField("tracker"))
  }
}
