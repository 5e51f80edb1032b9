import Domain

/// The objects and offers of the mall, and the offers that users own. Each is published and withdrawn
/// at most once. A user owns an offer at most once at a time, and starts to redeem it before
/// receiving it.
struct MallGoods {
  /// The offers that each user owns, with whether the redemption has started.
  private(set) var gifts: [MallUserID: [MallOfferID: Bool]] = [:]
  /// The categories of all objects; nil for a withdrawn one.
  private(set) var objects: [MallObjectID: MallCategory?] = [:]
  /// All offers, with whether they are still published.
  private var offers: [MallOfferID: Bool] = [:]

  mutating func check(_ event: MallEvent) -> [String] {
    switch event {
    case .offerBought(let fact):
      guard gifts[fact.user, default: [:]].updateValue(false, forKey: fact.offer) == nil else {
        return ["\(fact.user) bought offer \(fact.offer), which they already owned"]
      }
      return offers[fact.offer] == true ? [] : ["the withdrawn offer \(fact.offer) was bought"]
    case .redemptionStarted(let fact):
      return gifts[fact.user]?.updateValue(true, forKey: fact.offer) == false
        ? [] : ["\(fact.user) does not own offer \(fact.offer), or has started to redeem it"]
    case .redemptionConfirmed(let fact):
      return gifts[fact.user]?.removeValue(forKey: fact.offer) == true
        ? [] : ["\(fact.user) received offer \(fact.offer) without having started to redeem it"]
    case .objectPublished(let fact):
      return objects.updateValue(fact.content.category, forKey: fact.object) == nil
        ? [] : ["object \(fact.object) was published twice"]
    case .objectEdited(let fact):
      let former = objects.updateValue(fact.content.category, forKey: fact.object)
      return (former ?? nil) != nil ? [] : ["object \(fact.object) is not there to edit"]
    case .objectWithdrawn(let fact):
      let former = objects.updateValue(nil, forKey: fact.object)
      return (former ?? nil) != nil
        ? [] : ["object \(fact.object) is not there to withdraw"]
    case .offerPublished(let fact):
      return offers.updateValue(true, forKey: fact.offer) == nil
        ? [] : ["offer \(fact.offer) was published twice"]
    case .offerWithdrawn(let fact):
      return offers.updateValue(false, forKey: fact.offer) == true
        ? [] : ["offer \(fact.offer) is not there to withdraw"]
    default: return []
    }
  }
}
