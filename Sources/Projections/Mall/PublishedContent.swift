import Domain
import EventEngine

/// What of one kind the admin has published, in the order of publication. What was withdrawn keeps
/// its place: whoever owns it may still look at it.
struct PublishedContent<ID: TextValue, Content: Codable & Equatable & Sendable>: Codable,
  Equatable, Sendable
{
  struct Item: Identified {
    let id: ID
    let position: Position
    let publishedOn: CalendarDay
    var content: Content
    /// Or cancelled, if it is an event.
    var isWithdrawn = false
  }

  private var items = Table<Item>()

  mutating func publish(_ id: ID, _ content: Content, _ event: Recorded<MallEvent>) {
    items.append(
      Item(id: id, position: event.position, publishedOn: event.day, content: content))
  }

  /// Of what was moved here from elsewhere, a narrow fold may learn by an edit first; it then lacks
  /// its true place until more is folded.
  mutating func edit(_ id: ID, _ content: Content, _ event: Recorded<MallEvent>) {
    guard let row = items.find(id) else { return publish(id, content, event) }
    items[row].content = content
  }

  mutating func change(_ id: ID, _ change: (inout Content) -> Void) {
    guard let row = items.find(id) else { return }
    change(&items[row].content)
  }

  mutating func withdraw(_ id: ID) {
    guard let row = items.find(id) else { return }
    items[row].isWithdrawn = true
  }

  /// Withdrawn or not.
  subscript(id: ID) -> Item? { items.find(id).map { items[$0] } }

  /// What is not withdrawn and meant, oldest first.
  func standing(where isMeant: (Content) -> Bool = { _ in true }) -> [Item] {
    items.rows.filter { !$0.isWithdrawn && isMeant($0.content) }
  }

  /// The ids of all that is meant, withdrawn or not.
  func ids(where isMeant: (Content) -> Bool) -> [ID] {
    items.rows.filter { isMeant($0.content) }.map(\.id)
  }
}

extension PublishedContent where ID == MallObjectID {
  /// - Parameter part: what is kept of an object.
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
