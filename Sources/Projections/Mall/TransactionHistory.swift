import Domain
import EventEngine

/// The transactions on a user's points with their reasons.
public struct TransactionHistory: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    public var user: MallUserID
    /// The first and the last day to show.
    public var from: CalendarDay?
    public var to: CalendarDay?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The days, newest first.
    public let days: [Day]
  }

  public struct Day: Encodable, Equatable, Sendable {
    public let date: CalendarDay
    /// The transactions, newest first.
    public let transactions: [Transaction]
  }

  public struct Transaction: Encodable, Equatable, Sendable {
    public let kind: TransactionKind
    /// The title of the offer, event or referral programme at that time; otherwise the name of the
    /// kind.
    public let title: String
    public let object: MallObjectID?
    public let objectName: MallObjectName?
    /// The points that the user gained; negative if lost.
    public let points: Points
    /// The user's points after the transaction.
    public let balance: Points
    public let position: Position
  }

  private var accounts = Table<Account>()
  /// The transactions of all users, as linked lists.
  private var movements = SegmentedArray<Movement>()

  public init() {}
}

private struct Account: Identified {
  let id: MallUserID
  var points = Points.zero
  /// The index of the latest transaction.
  var latest: Int?
}

private struct Movement: Codable, Equatable, Sendable {
  let kind: TransactionKind
  let title: MallTitle?
  let object: MallObjectID?
  let objectName: MallObjectName?
  let points: Points
  let balance: Points
  let position: Position
  let day: CalendarDay
  /// The index of the user's previous transaction.
  let previous: Int?

  init(
    _ fact: PointsMoved, _ event: Recorded<MallEvent>, balance: Points, after previous: Int?
  ) {
    kind = fact.kind
    title = fact.title
    object = fact.object
    objectName = fact.objectName
    points = fact.points
    self.balance = balance
    position = event.position
    day = event.day
    self.previous = previous
  }
}

extension TransactionHistory {
  public static let shape = QueryShape<Parameters>(
    "mall.transactions",
    Bilingual(ru: "История баллов пользователя", en: "A user's history of points"),
    about: .tag("user"),
    shows: ["days"],
    fields: [MallQueryFields.user.required, fromField.optional, toField.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(MallQueryFields.user), from: try form.optional(fromField),
      to: try form.optional(toField))
  }

  private static let fromField = Field.day("from")
  private static let toField = Field.day("to")

  public static let factTypes = [MallUserRegistered.type, PointsMoved.type]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(.registered(let fact)): accounts.append(Account(id: fact.user))
    case .transaction(let fact): note(fact, event)
    case .device, .code, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .account(.signedIn), .account(.signedOut), .account(.phoneChanged):
      return
    }
  }

  private mutating func note(_ fact: PointsMoved, _ event: Recorded<MallEvent>) {
    guard let row = accounts.find(fact.user) else { return }
    let balance = accounts[row].points + fact.points
    accounts[row].points = balance
    accounts[row].latest = movements.append(
      Movement(fact, event, balance: balance, after: accounts[row].latest))
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let account = try accounts.require(query.user)
    // Where clocks go back across midnight, a day may recur after the next one.
    let shown = movements.chain(from: account.latest, \.previous).filter { movement in
      (query.from.map { $0 <= movement.day } ?? true)
        && (query.to.map { movement.day <= $0 } ?? true)
    }.sorted { ($0.day, $0.position) > ($1.day, $1.position) }
    let days = shown.chunked { $0.day == $1.day }
    return Answer(
      days: days.map { movements in
        Day(
          date: movements[0].day,
          transactions: movements.map { Transaction($0, in: context.locale) })
      })
  }
}

extension TransactionHistory.Transaction {
  fileprivate init(_ movement: Movement, in locale: Language) {
    kind = movement.kind
    title = movement.title?.rawValue ?? MallReadModelTexts.title(of: movement.kind)[locale]
    object = movement.object
    objectName = movement.objectName
    points = movement.points
    balance = movement.balance
    position = movement.position
  }
}

extension Sequence {
  /// Consecutive elements that belong together, in slices.
  fileprivate func chunked(by belong: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, belong(last, element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}
