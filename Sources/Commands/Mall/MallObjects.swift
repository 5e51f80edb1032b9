import Domain
import EventEngine

/// The shops, cafés and services of the mall.
public struct MallObjects: Decider {
  public enum Command: Sendable {
    case publish(MallObjectID, MallObjectContent)
    case edit(MallObjectID, ContentEdit<MallObjectContent>)
    case withdraw(MallObjectID)
  }

  private struct Object: Equatable {
    var content: MallObjectContent
    var isWithdrawn = false
    /// The offers that are not withdrawn, oldest first.
    var offers: [MallOfferID] = []
  }

  private var objects: [MallObjectID: Object] = [:]

  public init() {}

  public static let factTypes = MallEvent.objectTypes + MallEvent.offerTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .publish(let object, _): .of([ObjectPublished.type], object.tag)
    case .edit(let object, _): .of(MallEvent.objectTypes, object.tag)
    case .withdraw(let object): .of(Self.factTypes, object.tag)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(let fact): apply(fact)
    case .offer(let fact): apply(fact)
    case .device, .code, .account, .profile, .review, .news, .happening, .programme, .gift,
      .transaction:
      break
    }
  }

  private mutating func apply(_ fact: ObjectFact) {
    switch fact {
    case .published(let fact): objects[fact.object] = Object(content: fact.content)
    case .edited(let fact): objects[fact.object]?.content = fact.content
    case .withdrawn(let fact):
      objects[fact.object]?.isWithdrawn = true
      // They are withdrawn by the next events. Removing one after the other would be quadratic.
      objects[fact.object]?.offers = []
    }
  }

  private mutating func apply(_ fact: OfferFact) {
    switch fact {
    case .published(let fact): objects[fact.content.object]?.offers.append(fact.offer)
    case .edited(let fact):
      guard let former = fact.formerObject else { return }
      objects[former]?.offers.removeAll { $0 == fact.offer }
      objects[fact.content.object]?.offers.append(fact.offer)
    case .withdrawn(let fact): objects[fact.object]?.offers.removeAll { $0 == fact.offer }
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .publish(let id, let content):
      guard objects[id] == nil else {
        throw .alreadyExists(field: "object", id: id.rawValue)
      }
      return [.objectPublished(ObjectPublished(object: id, content: content))]
    case .edit(let id, let edit):
      let edited = edit.applied(to: try requirePublished(id).content)
      return [.objectEdited(ObjectEdited(object: id, content: edited))]
    case .withdraw(let id):
      let offers = try requirePublished(id).offers
      return [.objectWithdrawn(ObjectWithdrawn(object: id))]
        + offers.map { .offerWithdrawn(OfferWithdrawn(offer: $0, object: id)) }
    }
  }

  private func requirePublished(_ id: MallObjectID) throws(MallRefusal) -> Object {
    guard let object = objects[id], !object.isWithdrawn else { throw .notFound(.object) }
    return object
  }

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard case .objectPublished(let fact)? = events.first else { return [] }
    return [CommandValue("object", fact.object.rawValue)]
  }
}
