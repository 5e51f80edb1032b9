import Domain
import EventEngine

/// The offers of the mall's objects, which users buy with points.
public struct MallOffers: Decider {
  public enum Command: Sendable {
    case publish(MallOfferID, OfferContent)
    case edit(MallOfferID, Edit)
    case withdraw(MallOfferID)
  }

  public struct Edit: Sendable {
    /// The new object of the offer.
    var object: MallObjectID?
    var content = ContentEdit<OfferContent>()
  }

  private var offers = OfferRegistry()
  /// The objects that are not withdrawn.
  private var objects: Set<MallObjectID> = []

  public init() {}

  private static let existenceTypes = [ObjectPublished.type, ObjectWithdrawn.type]
  public static let factTypes = MallEvent.offerTypes + existenceTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .publish(let offer, let content):
      return .of([OfferPublished.type], offer.tag) | .of(Self.existenceTypes, content.object.tag)
    case .edit(let offer, let edit):
      let facts = Query.of(MallEvent.offerTypes, offer.tag)
      return edit.object.map { facts | .of(Self.existenceTypes, $0.tag) } ?? facts
    case .withdraw(let offer): return .of(MallEvent.offerTypes, offer.tag)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(let fact): apply(fact)
    case .offer(let fact): offers.apply(fact)
    case .device, .code, .account, .profile, .review, .news, .happening, .programme, .gift,
      .transaction:
      break
    }
  }

  private mutating func apply(_ fact: ObjectFact) {
    switch fact {
    case .published(let fact): objects.insert(fact.object)
    case .withdrawn(let fact): objects.remove(fact.object)
    case .edited: break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .publish(let id, let content):
      try requireObject(content.object)
      guard offers[id] == nil else {
        throw .alreadyExists(field: "offer", id: id.rawValue)
      }
      return [.offerPublished(OfferPublished(offer: id, content: content))]
    case .edit(let id, let edit):
      let content = try requirePublished(id)
      if let object = edit.object { try requireObject(object) }
      return [editing(id, content, edit)]
    case .withdraw(let id):
      let content = try requirePublished(id)
      return [.offerWithdrawn(OfferWithdrawn(offer: id, object: content.object))]
    }
  }

  private func editing(_ id: MallOfferID, _ content: OfferContent, _ edit: Edit) -> MallEvent {
    var edited = edit.content.applied(to: content)
    edited.object = edit.object ?? content.object
    let former = edited.object == content.object ? nil : content.object
    return .offerEdited(OfferEdited(offer: id, content: edited, formerObject: former))
  }

  private func requireObject(_ id: MallObjectID) throws(MallRefusal) {
    guard objects.contains(id) else { throw .notFound(.object) }
  }

  private func requirePublished(_ id: MallOfferID) throws(MallRefusal) -> OfferContent {
    guard let offer = offers[id], !offer.isWithdrawn else { throw .notFound(.offer) }
    return offer.content
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .offerPublished(let fact)? = events.first else { return [] }
    return [CommandValue("offer", fact.offer.rawValue)]
  }
}
