import Domain
import EventEngine

/// The published content of one kind, in the order of publication. Withdrawn items stay, since
/// buyers and visitors may still see them.
struct PublishedContent<ID: TextValue, Content: Codable & Equatable & Sendable>: Codable,
  Equatable, Sendable
{
  struct Item: Identified {
    let id: ID
    let position: Position
    let publishedOn: CalendarDay
    var content: Content
    /// Also true of a cancelled event.
    var isWithdrawn = false
  }

  private var items = Table<Item>()

  mutating func publish(_ id: ID, _ content: Content, _ event: Recorded<MallEvent>) {
    items.append(
      Item(id: id, position: event.position, publishedOn: event.day, content: content))
  }

  /// Replaces the content. In a fold of selected facts, the first fact about an offer may be the
  /// edit that moved it to the object in question; the place of the offer in the order is then
  /// provisional until more facts are folded.
  mutating func edit(_ id: ID, _ content: Content, _ event: Recorded<MallEvent>) {
    guard let row = items.find(id) else { return publish(id, content, event) }
    items[row].content = content
  }

  mutating func change(_ id: ID, _ change: (inout Content) -> Void) {
    items.change(id) { change(&$0.content) }
  }

  mutating func withdraw(_ id: ID) { items.change(id) { $0.isWithdrawn = true } }

  /// The item with this id, withdrawn or not.
  subscript(id: ID) -> Item? { items.find(id).map { items[$0] } }

  /// The matching items that are not withdrawn, oldest first.
  func standing(where isIncluded: (Content) -> Bool = { _ in true }) -> [Item] {
    items.rows.filter { !$0.isWithdrawn && isIncluded($0.content) }
  }

  /// The ids of all matching items, withdrawn or not.
  func ids(where isIncluded: (Content) -> Bool) -> [ID] {
    items.rows.filter { isIncluded($0.content) }.map(\.id)
  }
}

extension PublishedContent where ID == MallObjectID {
  /// - Parameter part: returns the part of an object to store.
  mutating func apply(
    _ fact: ObjectFact, _ event: Recorded<MallEvent>, keeping part: (MallObjectContent) -> Content
  ) {
    switch fact {
    case .published(let fact): publish(fact.object, part(fact.content), event)
    case .edited(let fact): edit(fact.object, part(fact.content), event)
    case .withdrawn(let fact): withdraw(fact.object)
    }
  }
}

extension PublishedContent.Item: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("id", id.rawValue)
    members.write("position", position)
    try members.write("publishedOn", publishedOn)
    try members.writeOther("content", content)
    members.write("isWithdrawn", isWithdrawn)
  }
}
