import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Looking up many NFTs one by one under the lock blocked other writers for seconds.
@Suite struct NFTManyTests {
  private func boundary(ofCollectionOf count: Int) throws -> Query {
    let shape = try #require(NFTMinting.shapes.first { $0.name == "nft.createCollection" })
    let command = try shape.command(
      [
        "name": "c", "cover": "https://a.b/c", "description": "d", "author": "anna",
        "website": "https://a.b", "nfts": .array((0..<count).map { .string("n\($0)") }),
      ], by: "admin")
    return NFTMinting().boundary(of: command)
  }

  @Test func `the boundary of a command about many NFTs has few items`() throws {
    #expect(try boundary(ofCollectionOf: 0).items.count == 1)
    #expect(try boundary(ofCollectionOf: 64).items.count == 65)
    #expect(try boundary(ofCollectionOf: 65).items.count == 2)
    #expect(try boundary(ofCollectionOf: 30_000).items.count == 2)
    #expect(try boundary(ofCollectionOf: 65).matches(NFTMinted.type, []))
  }

  @Test func `the boundary of a payment has few items if many orders reserve the cart`() {
    let nfts = (1...65).map { NFTID(rawValue: "n\($0)") }
    func boundary(_ count: Int) -> Query {
      let given = Given<NFTPayments>().and(nfts[..<count].map { .added($0, by: "anna") })
        .and(nfts[..<count].map { .started(NFTOrderID(rawValue: "o-\($0)"), [$0], by: "boris") })
      return NFTPayments(folding: given.history).boundary(of: .pay("o-1", in: "BTC", by: "anna"))
    }
    #expect(boundary(64).items.count == 4 + 64 + 64)
    #expect(boundary(65).items.count == 4 + 1 + 1)
  }
}
