import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

@Suite struct `The recorded shapes of NFT events` {
  @Test(arguments: NFTEvent.samples)
  func `round-trip through JSON`(event: NFTEvent) throws {
    try expectRoundTrip(event.payload)
  }

  @Test func `have fixed types and versions`() {
    #expect(
      NFTEvent.samples.map(\.typeAndVersion) == [
        "nft.userRegistered 1", "nft.profileEdited 1", "nft.sortChosen 1", "nft.minted 1",
        "nft.edited 1", "nft.collectionCreated 1", "nft.collectionEdited 1",
        "nft.collectionExtended 1", "nft.currencyAdded 1", "nft.currencyEdited 1",
        "nft.agreementSet 1", "nft.liked 1", "nft.unliked 1", "nft.addedToCart 1",
        "nft.removedFromCart 1", "nft.paymentStarted 1", "nft.paymentConfirmed 1",
        "nft.paymentFailed 1", "nft.paymentRetried 1", "nft.paymentCancelled 1",
        "nft.paymentExpired 1",
      ])
  }

  @Test func `are tagged with users, NFTs, collections, currencies and payments`() {
    let tags = NFTEvent.samples.map { $0.payload.tags.map(\.rawValue).joined(separator: " ") }
    let order = "payment:o-1 user:anna"
    #expect(
      tags == [
        "user:anna", "user:anna", "user:anna", "nft:n-1 user:boris", "nft:n-1",
        "collection:c-1 nft:n-1 nft:n-2", "collection:c-1 nft:n-2", "collection:c-1 nft:n-3",
        "currency:BTC", "currency:BTC", "",
        "user:anna nft:n-1", "user:anna nft:n-1", "user:anna nft:n-2", "user:anna nft:n-2",
        "\(order) nft:n-2 nft:n-3", "\(order) nft:n-2 nft:n-3", order, order,
        "\(order) nft:n-2 nft:n-3", "\(order) nft:n-2 nft:n-3",
      ])
  }

  @Test func `contain users' texts only in the user's erasable section`() throws {
    let personal = NFTEvent.samples.filter { $0.erased != $0 }
    let anna = NFTUserID("anna").tag
    #expect(personal.map { $0.payload.subjects } == [[anna], [anna]])
    for event in personal {
      let payload = event.payload
      let core = String(decoding: try JSONEncoder().encode(payload), as: UTF8.self)
      for text in ["Анна", "Аня", "собираю", "example", "рф"] { #expect(!core.contains(text)) }
    }
    #expect(NFTEvent.samples.allSatisfy { $0.payload.personalTags.isEmpty })
  }

  @Test func `have room for all tags of a full part`() {
    let nfts = (0..<NFTParts.size).map { NFTID(rawValue: "n-\($0)") }
    let events: [NFTEvent] = [
      .collected("c-1", nfts), .extended("c-1", nfts), .started("o-1", nfts, by: "anna"),
      .confirmed("o-1", nfts, by: "anna"), .cancelled("o-1", nfts, by: "anna"),
      .expired("o-1", nfts, by: "anna"), .collectionEdited("c-1", nfts),
    ]
    #expect(events.allSatisfy { $0.payload.tags.count <= Limits.tags })
  }
}

@Suite struct `A list in parts` {
  @Test(arguments: [0, 1, 59, 60, 61, 120, 121, 1000])
  func `concatenates to the list, and only the last part may be short`(count: Int) {
    let parts = NFTParts.split(Array(0..<count))
    #expect(parts.flatMap { $0 } == Array(0..<count))
    #expect(parts.dropLast().allSatisfy { $0.count == NFTParts.size })
    #expect(parts.count == max(1, (count + NFTParts.size - 1) / NFTParts.size))
  }
}
