import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The events that each decision depends on. Other events cause no conflict.
@Suite struct `The boundaries of the NFT commands` {
  private typealias Item = Query.Item

  private let anna = NFTUserID("anna").tag
  private let nft = NFTID("n-1").tag
  private let registered = Item(types: ["nft.userRegistered"], tags: [NFTUserID("anna").tag])

  @Test func `profiles and choices depend on the user's registration`() {
    let users = NFTUsers()
    guard case .sortChosen(let choice) = NFTEvent.sorted(.cart(by: .name), by: "anna") else {
      return
    }
    #expect(users.boundary(of: .chooseSort(choice)).items == [registered])
  }

  @Test func `likes and carts depend on one user and one NFT`() {
    let minted = Item(types: ["nft.minted"], tags: [nft])
    #expect(
      NFTLikes().boundary(of: .like("n-1", by: "anna")).items == [
        Item(types: ["nft.liked", "nft.unliked"], tags: [anna, nft]), minted, registered,
      ])
    #expect(
      NFTCarts().boundary(of: .add("n-1", by: "anna")).items == [
        Item(types: ["nft.addedToCart", "nft.removedFromCart"], tags: [anna, nft]),
        Item(types: ["nft.minted", "nft.edited", "nft.paymentConfirmed"], tags: [nft]), registered,
      ])
  }

  @Test func `paying depends on the cart and, once known, on its contents`() {
    let pay = NFTPayments.Command.pay("o-1", in: "BTC", by: "anna")
    let order = NFTOrderID("o-1").tag
    let cart = [
      Item(
        types: [
          "nft.addedToCart", "nft.removedFromCart", "nft.paymentStarted", "nft.paymentConfirmed",
          "nft.paymentFailed", "nft.paymentRetried", "nft.paymentCancelled", "nft.paymentExpired",
        ], tags: [anna]),
      registered, Item(types: ["nft.currencyAdded"], tags: [CurrencyID("BTC").tag]),
      Item(types: ["nft.paymentStarted"], tags: [order]),
    ]
    #expect(NFTPayments().boundary(of: pay).items == cart)
    let known = Given<NFTPayments>(
      .added("n-2", by: "anna"), .added("n-1", by: "anna"), .added("n-3", by: "boris"))
    let sale: [EventType] = [
      "nft.minted", "nft.edited", "nft.paymentConfirmed", "nft.paymentStarted",
      "nft.paymentCancelled", "nft.paymentExpired",
    ]
    #expect(
      NFTPayments(folding: known.history).boundary(of: pay).items == cart + [
        Item(types: sale, tags: [NFTID("n-2").tag]), Item(types: sale, tags: [nft]),
      ])
    // An order that reserves NFTs of the cart may be overdue.
    let reserved = known.and(.started("o-2", ["n-1", "n-2"], by: "boris"))
    #expect(
      NFTPayments(folding: reserved.history).boundary(of: pay).items == cart + [
        Item(types: sale, tags: [NFTID("n-2").tag]), Item(types: sale, tags: [nft]),
        Item(
          types: ["nft.paymentStarted", "nft.paymentRetried"], tags: [NFTOrderID("o-2").tag]),
      ])
  }

  @Test func `an order's commands depend on that order alone`() {
    let life = Item(
      types: [
        "nft.paymentStarted", "nft.paymentConfirmed", "nft.paymentFailed", "nft.paymentRetried",
        "nft.paymentCancelled", "nft.paymentExpired",
      ], tags: [NFTOrderID("o-1").tag])
    let payments = NFTPayments()
    #expect(payments.boundary(of: .confirm("o-1")).items == [life])
    #expect(payments.boundary(of: .fail("o-1", "Нет")).items == [life])
    #expect(payments.boundary(of: .retry("o-1", by: "anna")).items == [life, registered])
    #expect(payments.boundary(of: .cancel("o-1", by: "anna")).items == [life, registered])
  }

  @Test func `payments of two users for one NFT conflict`() {
    let given = Given<NFTPayments>(.added("n-1", by: "anna"), .added("n-1", by: "boris"))
    let state = NFTPayments(folding: given.history)
    let boundary = state.boundary(of: .pay("o-1", in: "BTC", by: "anna"))
    let payload = NFTEvent.started("o-2", ["n-1"], by: "boris").payload
    #expect(boundary.matches("nft.paymentStarted", payload.tags))
    let other = NFTEvent.started("o-2", ["n-2"], by: "boris").payload
    #expect(!boundary.matches("nft.paymentStarted", other.tags))
  }
}
