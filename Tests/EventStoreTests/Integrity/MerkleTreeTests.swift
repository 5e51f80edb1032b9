import EventStore
import TestSupport
import Testing

/// The test vectors of the Certificate Transparency project for RFC 6962.
@Suite struct MerkleTreeTests {
  private static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ]
  private static let roots = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  @Test func `the empty tree is the hash of nothing`() {
    #expect(
      MerkleTree().root.hex
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test func `published roots are reproduced`() throws {
    var tree = MerkleTree()
    for (leaf, root) in zip(Self.leaves, Self.roots) {
      tree.append(leaf: MerkleTree.leaf(try #require(Hexadecimal.decode(leaf))))
      #expect(tree.root.hex == root)
    }
    #expect(tree.size == 8)
  }

  @Test func `every size agrees with the definition`() {
    let leaves = (0..<70).map { MerkleTree.leaf([UInt8($0)]) }
    var tree = MerkleTree()
    for (index, leaf) in leaves.enumerated() {
      tree.append(leaf: leaf)
      #expect(tree.root == Self.root(of: leaves[...index]))
    }
  }

  /// MTH of RFC 6962, section 2.1, implemented literally.
  private static func root(of leaves: ArraySlice<Digest>) -> Digest {
    if leaves.count == 1, let leaf = leaves.first { return leaf }
    var split = 1
    while split * 2 < leaves.count { split *= 2 }
    let middle = leaves.startIndex + split
    var hash = SHA256()
    hash.update([1])
    hash.update(root(of: leaves[..<middle]))
    hash.update(root(of: leaves[middle...]))
    return hash.finalize()
  }
}
