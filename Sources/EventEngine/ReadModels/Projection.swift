import EventStore

/// A question that is answered from what has been folded.
///
/// Several may be asked of one state, which is then folded, kept and compared once for all of them.
/// A projection that shares its state with no other is that state itself.
public protocol Projection<Event>: Sendable, Equatable {
  associatedtype Event
  associatedtype State: StoredState = Self where State.Event == Event
  associatedtype Parameters: Sendable
  associatedtype Answer: Encodable
  /// A projection with a smaller state that gives the same answers to some global questions, and is
  /// quicker to resume. By default there is none.
  associatedtype Summary: Projection = Self
  where Summary.Event == Event, Summary.Parameters == Parameters, Summary.Answer == Answer

  /// What people ask for, and how.
  static var shape: QueryShape<Parameters> { get }

  var state: State { get }

  init(_ state: State)

  /// The facts that an answer to `parameters` depends on. Asked again after each fold until it no
  /// longer grows. The answer must be the same, whatever more was folded.
  func facts(for parameters: Parameters) -> Query

  func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal) -> Answer

  /// What allows the question; nil where everybody may ask.
  static func permission(for parameters: Parameters) -> (any QueryPermission)?

  /// Whether the summary answers `parameters`.
  static func isAnsweredBySummary(_ parameters: Parameters) -> Bool

  /// The parameters of every answer that `event` may change, which an audit compares before and
  /// after. By default the answers about the things that the event is tagged with; see
  /// ``QueryShape/subjects``.
  static func keys(touchedBy event: Recorded<Event>) -> [JSONObject]

  /// Earlier facts that say what else `event` may change: the answers that these touched. Nil where
  /// `keys(touchedBy:)` names them all.
  static func others(touchedBy event: Recorded<Event>) -> Query?
}

extension Projection {
  public func facts(for parameters: Parameters) -> Query { .of(State.factTypes) }

  public static func permission(for parameters: Parameters) -> (any QueryPermission)? { nil }

  public static func isAnsweredBySummary(_ parameters: Parameters) -> Bool { false }

  public static func keys(touchedBy event: Recorded<Event>) -> [JSONObject] {
    keysByTag(touchedBy: event)
  }

  public static func others(touchedBy event: Recorded<Event>) -> Query? { nil }
}

extension Projection where State == Self {
  public static var name: String { shape.name }

  public var state: Self { self }

  public init(_ state: Self) { self = state }
}

/// When and in which language something is asked, and what lies beside the journal.
public struct QueryContext: Sendable {
  /// The UTF-8 bytes of the secret that an event names by its key.
  public typealias Secrets = @Sendable (SecretKeyID) throws(QueryRefusal) -> [UInt8]

  /// The default of a `now` parameter.
  public let moment: Moment
  public let locale: Locale
  public let secret: Secrets
  /// Whether somebody asks who may read the whole journal and signs nothing.
  public let isAudit: Bool
  /// Whether the journal is asked as it was as of an instant or a position.
  public let isAboutThePast: Bool

  /// - Parameter secret: without one, secrets are missing.
  public init(
    at moment: Moment, locale: Locale = .ru, isAudit: Bool = false,
    isAboutThePast: Bool = false,
    secret: @escaping Secrets = { (key) throws(QueryRefusal) in
      throw .failure(.keyUnavailable(path: key.rawValue, reason: "is missing"))
    }
  ) {
    self.moment = moment
    self.locale = locale
    self.isAudit = isAudit
    self.isAboutThePast = isAboutThePast
    self.secret = secret
  }

  /// `now` as the parameters give it, else the default.
  public func moment(_ now: Timestamp?) -> Moment {
    now.map { Moment($0, in: moment.zone) } ?? moment
  }
}

/// A read model as people ask for it.
public struct QueryShape<Parameters: Sendable>: Sendable {
  /// Such as `courier.orders`.
  public let name: String
  public let summary: Bilingual
  /// The members of its answers, as far as they have them, for catalogs; none where nobody listed
  /// them.
  public let shows: [String]
  /// The things that its answers are about; empty for a question about everything.
  public let subjects: [QuerySubject]
  public let fields: [FieldShape]
  public let read: @Sendable (Form) throws(FormError) -> Parameters

  public init(
    _ name: String, _ summary: Bilingual, about subjects: QuerySubject..., shows: [String] = [],
    fields: [FieldShape] = [],
    read: @escaping @Sendable (Form) throws(FormError) -> Parameters
  ) {
    self.name = name
    self.summary = summary
    self.subjects = subjects
    self.shows = shows
    self.fields = fields
    self.read = read
  }

  /// A read model whose parameters are one required field.
  public init(
    _ name: String, _ summary: Bilingual, shows: [String] = [], of field: Field<Parameters>
  ) {
    self.name = name
    self.summary = summary
    self.shows = shows
    subjects = field.tagKey.map { [.tag($0, parameters: field.name)] } ?? []
    fields = [field.required]
    read = { form throws(FormError) in try form.required(field) }
  }
}

extension QueryShape<NoParameters> {
  /// A read model that takes no parameters.
  public init(_ name: String, _ summary: Bilingual, shows: [String] = []) {
    self.init(name, summary, shows: shows) { form in NoParameters() }
  }
}

/// Why a question has no answer.
public enum QueryRefusal: Error, Hashable, Sendable {
  case form(FormError)
  /// What was asked for does not exist.
  case notFound(Bilingual)
  /// A secret has been set and the request is not signed with it.
  case unauthorised
  /// The world said no: what is needed for an answer cannot be read.
  case failure(JournalError)
}

/// Parameters of a read model that takes none.
public struct NoParameters: Sendable {
  public init() {}
}
