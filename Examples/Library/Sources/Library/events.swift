import EventEngine

public enum Book: Entity { public static let tagKey = "book" }
public enum Member: Entity { public static let tagKey = "member" }
public typealias BookID = ID<Book>
public typealias MemberID = ID<Member>

/// Everything that can happen in a library that lends books.
public enum LibraryEvent: Event {
  case bookLent(BookLent)
  case bookReturned(BookReturned)

  public static let catalog = EventCatalog<LibraryEvent>().current(bookLent).current(bookReturned)

  public var payload: any EventPayload {
    switch self {
    case .bookLent(let payload): payload
    case .bookReturned(let payload): payload
    }
  }
}

public struct BookLent: EventPayload {
  public static let type: EventType = "library.bookLent"
  let book: BookID, member: MemberID
  public var tags: [Tag] { [book.tag, member.tag] }
}

public struct BookReturned: EventPayload {
  public static let type: EventType = "library.bookReturned"
  let book: BookID, member: MemberID
  public var tags: [Tag] { [book.tag, member.tag] }
}
