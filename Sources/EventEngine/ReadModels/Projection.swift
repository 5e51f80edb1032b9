import EventStore

/// A query that is answered from folded events.
///
/// Several projections may share one state, which is then folded, stored and compared once for all
/// of them. A projection that shares its state with no other is itself the state.
public protocol Projection<Event>: Sendable, Equatable {
  /// The events that the answers depend on.
  associatedtype Event
  /// The folded state, which several projections may share.
  associatedtype State: StoredState = Self where State.Event == Event
  /// The parameters of the query.
  associatedtype Parameters: Sendable
  /// The answer, which is encoded as JSON. A set or a dictionary in it has no order, so that equal
  /// answers would differ: sort it into a list.
  associatedtype Answer: Encodable
  /// A projection with a smaller state that gives the same answers to some global queries and
  /// resumes faster. None by default.
  associatedtype Summary: Projection = Self
  where Summary.Event == Event, Summary.Parameters == Parameters, Summary.Answer == Answer

  /// The name, the fields and the description of the query.
  static var shape: QueryShape<Parameters> { get }

  /// The state to answer from.
  var state: State { get }

  /// Creates the projection for a folded state.
  init(_ state: State)

  /// The facts that an answer to `parameters` depends on. Called again after each fold until the
  /// result names no further facts. Folding further facts must not change the answer.
  func facts(for parameters: Parameters) -> Query

  /// Returns the answer.
  ///
  /// - Throws: `QueryRefusal` if there is none.
  func answer(to parameters: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer

  /// The permission that the query needs; nil if it needs none.
  static func permission(for parameters: Parameters) -> (any QueryPermission)?

  /// Whether the summary can answer `parameters`.
  static func isAnsweredBySummary(_ parameters: Parameters) -> Bool

  /// The parameters of the queries whose answers `event` may change. An audit compares these
  /// answers before and after the event. By default the queries whose parameters the
  /// event's tags name.
  static func keys(touchedBy event: Recorded<Event>) -> [JSONObject]

  /// A query for earlier facts. `event` may also change the answers that `keys(touchedBy:)` returns
  /// for these facts. Nil by default, since an audit itself finds the answers that one earlier
  /// event links with a thing, such as the carts that hold an NFT. A chain of two earlier events
  /// needs this query, such as the chain from a shop to its offers and from these to their buyers.
  static func others(touchedBy event: Recorded<Event>) -> Query?

  /// Whether an answer changes only with events that are tagged with its subject. Any other fact
  /// that the answer depends on then shows in the answer only after the next such event. An audit
  /// of an event then compares only the answers about the things in its tags. False by default,
  /// which is right for every projection but slow for one with many subjects.
  static var changesOnlyWithOwnEvents: Bool { get }
}

extension Projection {
  public func facts(for parameters: Parameters) -> Query { .of(State.factTypes) }

  public static func permission(for parameters: Parameters) -> (any QueryPermission)? { nil }

  public static var changesOnlyWithOwnEvents: Bool { false }

  public static func isAnsweredBySummary(_ parameters: Parameters) -> Bool { false }

  public static func keys(touchedBy event: Recorded<Event>) -> [JSONObject] {
    keysByTag(touchedBy: event)
  }

  public static func others(touchedBy event: Recorded<Event>) -> Query? { nil }
}

extension Projection where State == Self {
  /// The name of the state: that of the query, since no other projection shares the state.
  public static var name: String { shape.name }

  public var state: Self { self }

  public init(_ state: Self) { self = state }
}

/// The time and the language of a query, and the secrets stored beside the journal.
public struct QueryContext: Sendable {
  /// Returns the UTF-8 bytes of the secret with this key, if its digest for a purpose under the
  /// journal's key, which its event has recorded, is this one. Else its file was replaced.
  public typealias Secrets =
    @Sendable (
      _ key: SecretKeyID, _ purpose: String, _ digest: KeyedDigest
    ) throws(QueryRefusal) -> [UInt8]

  /// The default of a `now` parameter.
  public let moment: Moment
  /// The language of the answer's texts.
  public let locale: Language
  /// Returns a secret stored beside the journal.
  public let secret: Secrets
  /// Whether an auditor sends the query. An auditor may read the whole journal without a signature.
  package let isAudit: Bool
  /// Whether the query is about a past instant or position.
  public let isAboutThePast: Bool

  /// - Parameter secret: returns a secret; by default every secret is missing.
  package init(
    at moment: Moment, locale: Language = .ru, isAudit: Bool = false,
    isAboutThePast: Bool = false,
    secret: @escaping Secrets = { (key, _, _) throws(QueryRefusal) in
      throw .failure(.keyUnavailable(path: key.rawValue, reason: .missing))
    }
  ) {
    self.moment = moment
    self.locale = locale
    self.isAudit = isAudit
    self.isAboutThePast = isAboutThePast
    self.secret = secret
  }

  /// - Parameter directory: the journal whose secrets are used.
  package init(
    at moment: Moment, locale: Language, isAboutThePast: Bool, secretsOf directory: JournalDirectory
  ) {
    let secrets = SecretStore(directory)
    self.init(at: moment, locale: locale, isAboutThePast: isAboutThePast) {
      (key, purpose, digest) throws(QueryRefusal) in
      do throws(JournalError) { return try secrets.bytes(of: key, purpose, digest) } catch {
        throw .failure(error)
      }
    }
  }

  /// The `now` of the parameters, or else the default.
  public func moment(_ now: Timestamp?) -> Moment {
    now.map { Moment($0, in: moment.zone) } ?? moment
  }
}

/// The name, the fields and the description of a read model.
public struct QueryShape<Parameters: Sendable>: Sendable {
  /// The name, such as `library.onLoan`.
  package let name: String
  /// A description in one line.
  package let summary: Bilingual
  /// The members that its answers may have, for catalogs; empty if they are not listed.
  package let shows: [String]
  /// The members that are lists of plain values, such as days or ids. The objects in all other
  /// lists are rows of the answer. An empty list does not show which kind it is.
  package let plainLists: [String]
  /// The things that its answers are about; empty for a global query.
  package private(set) var subjects: [QuerySubject]
  /// The parameters, required and optional.
  package let fields: [FieldShape]
  /// Parses the parameters.
  package let read: @Sendable (Form) throws(FormError) -> Parameters

  /// - Precondition: each parameter of a subject is a field.
  /// - Parameters:
  ///   - subjects: the things that an answer is about. An audit finds the answers that an event
  ///     touches through them. None for a global query. A required field that is neither in a subject
  ///     nor an id with a tag nor a word leaves the read model out of `audit`, and of a `diff` that
  ///     names no read model.
  ///   - shows: the members that answers may have.
  ///   - plainLists: the members that are lists of plain values, such as days or ids, and may be
  ///     empty.
  ///   - read: builds the parameters from a form that was checked against `fields`.
  public init(
    _ name: String, _ summary: Bilingual, about subjects: QuerySubject..., shows: [String] = [],
    plainLists: [String] = [], fields: [FieldShape] = [],
    read: @escaping @Sendable (Form) throws(FormError) -> Parameters
  ) {
    for parameter in subjects.flatMap(\.parameters) {
      precondition(
        fields.contains { $0.name == parameter },
        "A subject of \(name) names the parameter \(parameter), which is no field.")
    }
    self.name = name
    self.summary = summary
    self.subjects = subjects
    self.shows = shows
    self.plainLists = plainLists
    self.fields = fields
    self.read = read
  }

  /// A read model whose parameters are one required field.
  public init(
    _ name: String, _ summary: Bilingual, shows: [String] = [], plainLists: [String] = [],
    of field: Field<Parameters>
  ) {
    self.init(name, summary, shows: shows, plainLists: plainLists, fields: [field.required]) {
      form throws(FormError) in try form.required(field)
    }
    subjects = field.tagKey.map { [.tag($0, parameters: field.name)] } ?? []
  }
}

extension QueryShape<NoParameters> {
  /// A read model that takes no parameters.
  public init(
    _ name: String, _ summary: Bilingual, shows: [String] = [], plainLists: [String] = []
  ) {
    self.init(name, summary, shows: shows, plainLists: plainLists) { _ in NoParameters() }
  }
}

/// The reason why a query has no answer.
public enum QueryRefusal: Error, Hashable, Sendable {
  /// The parameters are invalid, independent of the state.
  case form(FormError)
  /// The thing that the query names does not exist.
  case notFound(Bilingual)
  /// The query lacks the permission that it needs. The text has the reason.
  case unauthorised(Bilingual)
  /// Data that the answer needs cannot be read.
  case failure(JournalError)
}

/// Parameters of a read model that takes none.
public struct NoParameters: Sendable {
  /// Creates an empty set of parameters.
  public init() {}
}
