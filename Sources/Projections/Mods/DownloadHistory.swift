import Domain
import EventEngine

/// The downloads by a user, of a mod, or both.
public struct DownloadHistory: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    /// The user. At least one of `user` and `path` is required; with both, the answer has the
    /// downloads of this mod by this user.
    public var user: ModsUserID?
    public var path: ModPath?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let count: Int
    public let downloads: [Entry]
  }

  public struct Entry: Encodable, Equatable, Sendable {
    public let user: ModsUserID
    public let path: ModPath
    public let at: Timestamp
  }

  private var users = Table<Downloads<ModsUserID>>()
  private var mods = Table<Downloads<ModPath>>()
  /// All downloads, as linked lists by user and by mod.
  private var downloads = SegmentedArray<Download>()

  public init() {}
}

/// The index of the latest download by a user or of a mod.
private struct Downloads<ID: TextValue>: Identified {
  let id: ID
  var latest: Int?
}

private struct Download: Codable, Equatable, Sendable {
  let user: ModsUserID
  let path: ModPath
  let at: Timestamp
  /// The indices of the previous downloads: by the same user and of the same mod.
  let previousByUser: Int?
  let previousOfMod: Int?
}

extension DownloadHistory {
  public static let shape = QueryShape<Parameters>(
    "mods.downloads",
    Bilingual(
      ru: "Скачивания пользователя или мода, последние сверху",
      en: "The downloads by a user or of a mod, newest first"), about: .tag("user"),
    .tag("mod", parameters: "path"), shows: ["count", "downloads"],
    fields: [ModsQueryFields.user.optional, ModsQueryFields.path.optional]
  ) { form throws(FormError) in
    let user = try form.optional(ModsQueryFields.user)
    let path = try form.optional(ModsQueryFields.path)
    if user == nil && path == nil {
      try form.requireAny(of: [ModsQueryFields.user.optional, ModsQueryFields.path.optional])
    }
    return Parameters(user: user, path: path)
  }

  public static let factTypes = [ModPublished.type] + ModsEvent.userTypes

  /// The facts about the user and the mod, and the downloads of one of them.
  public func facts(for parameters: Parameters) -> Query {
    switch (parameters.user, parameters.path) {
    case (let user?, nil): .of(ModsEvent.userTypes, user.tag)
    case (let user?, let path?):
      .of(ModsEvent.userTypes, user.tag) | .of([ModPublished.type], path.tag)
    case (nil, let path?): .of([ModPublished.type, ModDownloaded.type], path.tag)
    case (nil, nil): .nothing
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    if let user = event.event.user, users.find(user) == nil {
      users.append(Downloads(id: user))
    }
    switch event.event {
    case .modPublished(let fact): mods.append(Downloads(id: fact.path))
    case .modDownloaded(let fact): add(fact, at: event.time)
    case .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured, .requestSecretRotated,
      .legalDocumentSet, .launched, .paywallShown, .paywallDismissed, .trialStarted,
      .subscriptionPurchased, .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .modOpened, .contentLocaleChosen:
      return
    }
  }

  private mutating func add(_ fact: ModDownloaded, at time: Timestamp) {
    let user = users.find(fact.user)
    let mod = mods.find(fact.path)
    let number = downloads.append(
      Download(
        user: fact.user, path: fact.path, at: time,
        previousByUser: user.flatMap { users[$0].latest },
        previousOfMod: mod.flatMap { mods[$0].latest }))
    if let user { users[user].latest = number }
    if let mod { mods[mod].latest = number }
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let isByUser = query.user != nil
    var latest: Int?
    if let user = query.user { latest = try users.require(user, Bilingual.unknownUser).latest }
    if let path = query.path {
      let mod = try mods.require(path, ModsReadModelTexts.unknown)
      if !isByUser { latest = mod.latest }
    }
    var found: [Entry] = []
    let chain = downloads.chain(from: latest) { isByUser ? $0.previousByUser : $0.previousOfMod }
    for download in chain where query.path.map({ $0 == download.path }) ?? true {
      found.append(Entry(user: download.user, path: download.path, at: download.at))
    }
    return Answer(count: found.count, downloads: found)
  }
}
