import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The stations of a filter` {
  @Test func `are empty without orders`() {
    #expect(CourierStory().show(MetroStations.self) == #"{"stations":[]}"#)
  }

  @Test func `are those of available orders, without duplicates`() {
    let story = CourierStory(
      .registered("ivan"), .placed("o-1", metro: "Сокол"), .placed("o-2", metro: "Сокол"),
      .placed("o-3", metro: "Динамо"), .placed("o-4", metro: "Аэропорт"),
      .placed("o-5", metro: "Сокольники"))
    #expect(
      story.show(MetroStations.self)
        == #"{"stations":["Аэропорт","Динамо","Сокол","Сокольники"]}"#)

    let fewer = story.then(
      .accepted("o-1", by: "ivan"), .accepted("o-3", by: "ivan"), .completed("o-3", by: "ivan"),
      .cancelled("o-4"))
    #expect(fewer.show(MetroStations.self) == #"{"stations":["Сокол","Сокольники"]}"#)
    #expect(
      fewer.then(.accepted("o-2", by: "ivan")).show(MetroStations.self, in: .en)
        == #"{"stations":["Сокольники"]}"#)
    #expect(
      fewer.then(.placed("o-6", metro: "Динамо")).show(MetroStations.self)
        == #"{"stations":["Динамо","Сокол","Сокольники"]}"#)
  }

  @Test func `sort in lower case with ё as е, code point by code point`() {
    let story = CourierStory(
      .placed("1", metro: "Тёплый Стан"), .placed("2", metro: "Театральная"),
      .placed("3", metro: "тверская"), .placed("4", metro: "Технопарк"),
      .placed("5", metro: "Zoo"), .placed("6", metro: "Те\u{308}мная"))
    #expect(
      story.show(MetroStations.self) == """
        {"stations":["Zoo","тверская","Театральная","Те\u{308}мная","Тёплый Стан","Технопарк"]}
        """)
  }

  @Test func `are merged when canonically equivalent, and separate when only similar`() {
    let story = CourierStory(
      .registered("ivan"), .placed("o-1", metro: "Тёплый Стан"),
      .placed("o-2", metro: "Те\u{308}плый Стан"), .placed("o-3", metro: "Теплый Стан"))
    #expect(
      story.show(MetroStations.self) == #"{"stations":["Теплый Стан","Тёплый Стан"]}"#)
    #expect(
      story.then(.accepted("o-1", by: "ivan")).show(MetroStations.self)
        == "{\"stations\":[\"Теплый Стан\",\"Те\u{308}плый Стан\"]}")
  }

  @Test func `accept no parameters`() {
    #expect(CourierStory().show(MetroStations.self, ["metro": "Сокол"]) == "unknownField: metro")
  }
}
