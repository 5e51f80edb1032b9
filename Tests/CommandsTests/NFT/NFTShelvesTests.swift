import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Liking an NFT` {
  let given = Given<NFTLikes>(
    .registered("anna"), .registered("boris"), .minted("n-1"), .minted("n-2", owner: "anna"))

  @Test func `works with and without an owner`() {
    given.when("nft.like", by: "anna", ["nft": "n-1"]).then(.liked("n-1", by: "anna")).answering()
    given.when("nft.like", by: "anna", ["nft": "n-2"]).then(.liked("n-2", by: "anna"))
    given.when("nft.like", by: "boris", ["nft": "n-2"]).then(.liked("n-2", by: "boris"))
  }

  @Test func `alternates with unliking`() {
    let liked = given.and(.liked("n-1", by: "anna"))
    liked.when("nft.like", by: "anna", ["nft": "n-1"]).thenRefused(.alreadyLiked)
    liked.when("nft.like", by: "boris", ["nft": "n-1"]).then(.liked("n-1", by: "boris"))
    liked.when("nft.unlike", by: "boris", ["nft": "n-1"]).thenRefused(.notLiked)
    let unliked = liked.when("nft.unlike", by: "anna", ["nft": "n-1"])
      .then(.unliked("n-1", by: "anna")).thereafter
    unliked.when("nft.unlike", by: "anna", ["nft": "n-1"]).thenRefused(.notLiked)
    unliked.when("nft.like", by: "anna", ["nft": "n-1"]).then(.liked("n-1", by: "anna"))
  }

  @Test func `requires an existing user and NFT`() {
    for name in ["nft.like", "nft.unlike"] {
      given.when(name, by: "gleb", ["nft": "n-1"]).thenRefused(.unknownUser("gleb"))
      given.when(name, by: "gleb", ["nft": "n-3"]).thenRefused(.unknownUser("gleb"))
      given.when(name, by: "anna", ["nft": "n-3"]).thenRefused(.unknownNFT("n-3"))
      given.when(name, by: "anna").thenInvalid(.missingField("nft"))
    }
  }
}

@Suite struct `Filling a cart` {
  let given = Given<NFTCarts>(
    .registered("anna"), .registered("boris"), .minted("n-1"), .minted("n-2", owner: "anna"))

  @Test func `adds NFTs and removes them`() {
    let added = given.when("nft.addToCart", by: "anna", ["nft": "n-1"])
      .then(.added("n-1", by: "anna")).answering().thereafter
    added.when("nft.addToCart", by: "anna", ["nft": "n-1"]).thenRefused(.alreadyInCart)
    added.when("nft.addToCart", by: "boris", ["nft": "n-1"]).then(.added("n-1", by: "boris"))
    let removed = added.when("nft.removeFromCart", by: "anna", ["nft": "n-1"])
      .then(.removed("n-1", by: "anna")).answering().thereafter
    removed.when("nft.removeFromCart", by: "anna", ["nft": "n-1"]).thenRefused(.notInCart)
    removed.when("nft.addToCart", by: "anna", ["nft": "n-1"]).then(.added("n-1", by: "anna"))
  }

  @Test func `adds another user's NFT, but not one's own`() {
    given.when("nft.addToCart", by: "boris", ["nft": "n-2"]).then(.added("n-2", by: "boris"))
    given.when("nft.addToCart", by: "anna", ["nft": "n-2"]).thenRefused(.own("n-2", "n-2"))
    given.and(.nftEdited("n-2", name: "Кот")).when("nft.addToCart", by: "anna", ["nft": "n-2"])
      .thenRefused(.own("n-2", "Кот"))
  }

  @Test func `accepts NFTs that somebody else is paying for`() {
    given.and(.added("n-1", by: "boris"), .started("o-1", ["n-1"], by: "boris"))
      .when("nft.addToCart", by: "anna", ["nft": "n-1"]).then(.added("n-1", by: "anna"))
  }

  @Test func `ends with a sale, which removes the NFT from every cart`() {
    let sold = given.and(
      .added("n-1", by: "anna"), .added("n-1", by: "boris"),
      .started("o-1", ["n-1"], by: "boris"), .confirmed("o-1", ["n-1"], by: "boris"))
    for user in ["anna", "boris"] {
      sold.when("nft.removeFromCart", by: user, ["nft": "n-1"]).thenRefused(.notInCart)
    }
    sold.when("nft.addToCart", by: "boris", ["nft": "n-1"]).thenRefused(.own("n-1", "n-1"))
    let again = sold.when("nft.addToCart", by: "anna", ["nft": "n-1"])
      .then(.added("n-1", by: "anna")).thereafter
    again.when("nft.addToCart", by: "anna", ["nft": "n-1"]).thenRefused(.alreadyInCart)
    again.when("nft.removeFromCart", by: "anna", ["nft": "n-1"])
      .then(.removed("n-1", by: "anna"))
  }

  @Test func `requires an existing user and NFT`() {
    for name in ["nft.addToCart", "nft.removeFromCart"] {
      given.when(name, by: "gleb", ["nft": "n-1"]).thenRefused(.unknownUser("gleb"))
      given.when(name, by: "anna", ["nft": "n-3"]).thenRefused(.unknownNFT("n-3"))
      given.when(name, by: "anna", ["nft": ""]).thenInvalid(.invalidField("nft"))
    }
  }
}
