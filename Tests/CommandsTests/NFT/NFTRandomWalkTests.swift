import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Whatever has happened, the facts of a command's boundary are enough to decide it: each step of
/// a random walk says so for every decider (`Given` checks it).
@Suite struct `Whatever happens in the NFT application` {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `nothing is sold or reserved twice, and nobody's cart holds what is sold`(seed: UInt64) {
    var walk = NFTWalk(seed: seed)
    var ledger = NFTLedger()
    for _ in 0..<500 {
      for event in walk.step() { ledger.check(event) }
    }
    #expect(ledger.sales > 2 && walk.events.count > 60, "a walk that goes nowhere proves nothing")
  }
}

/// An independent account of who has what.
private struct NFTLedger {
  private var owners: [NFTID: NFTUserID] = [:]
  private var carts: [NFTUserID: [NFTID]] = [:]
  private var reserved: [NFTID: NFTOrderID] = [:]
  private var orders: [NFTOrderID: [NFTID]] = [:]
  private(set) var sales = 0

  mutating func check(_ event: NFTEvent) {
    switch event {
    case .minted(let fact): if let owner = fact.owner { owners[fact.nft] = owner }
    case .addedToCart(let fact):
      #expect(owners[fact.nft] == nil, "sold NFTs stay out of carts")
      #expect(carts[fact.user]?.contains(fact.nft) != true)
      carts[fact.user, default: []].append(fact.nft)
    case .removedFromCart(let fact):
      #expect(carts[fact.user]?.contains(fact.nft) == true)
      carts[fact.user]?.removeAll { $0 == fact.nft }
    case .paymentStarted(let fact):
      let nfts = fact.items.map(\.nft)
      #expect(nfts == carts[fact.user], "an order is the cart, in its order")
      #expect(nfts.allSatisfy { reserved[$0] == nil && owners[$0] == nil })
      for nft in nfts { reserved[nft] = fact.order }
      orders[fact.order] = nfts
    case .paymentConfirmed(let fact):
      #expect(fact.nfts == orders[fact.order])
      for nft in fact.nfts {
        #expect(owners.updateValue(fact.user, forKey: nft) == nil, "\(nft) is sold twice")
        for user in carts.keys { carts[user]?.removeAll { $0 == nft } }
      }
      sales += 1
      release(fact.order)
    case .paymentCancelled(let fact):
      #expect(fact.nfts == orders[fact.order])
      release(fact.order)
    case .userRegistered, .profileEdited, .sortChosen, .collectionCreated, .collectionExtended,
      .currencyAdded, .agreementSet, .liked, .unliked, .paymentFailed, .paymentRetried:
      break
    }
  }

  private mutating func release(_ order: NFTOrderID) {
    for (nft, holder) in reserved where holder == order { reserved[nft] = nil }
  }
}
