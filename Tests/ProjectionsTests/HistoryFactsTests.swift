import Domain
import Projections
import TestSupport
import Testing

/// `History` selects events as a journal does.
@Suite struct HistoryFactsTests {
  @Test func `a tag made from personal data selects its events`() throws {
    let history = History<CourierEvent>(.registered("anna", login: "anna"))
    let tag = try #require(history.events.first?.event.payload.personalTags.first)
    let selected = history.fold(Couriers.self, Query([.init(tags: [tag])]))
    #expect(selected.state == history.fold(Couriers.self).state)
  }
}
