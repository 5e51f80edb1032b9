import TestSupport
import Testing

@testable import EventStore

/// The test vectors of the Certificate Transparency project for RFC 6962, and all proofs of small
/// trees.
@Suite struct MerkleProofTests {
  private static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
  ].map { MerkleTree.leaf(Hexadecimal.decode($0) ?? []) }

  private func root(_ size: Int, _ leaves: [Digest] = Self.leaves) -> Digest {
    var tree = MerkleTree()
    for leaf in leaves.prefix(size) { tree.append(leaf: leaf) }
    return tree.root
  }

  private func digests(_ ranges: [Range<Int>], _ leaves: [Digest] = Self.leaves) -> [Digest] {
    var roots = SubtreeRoots(ranges)
    for leaf in leaves { roots.append(leaf: leaf) }
    return roots.digests
  }

  private static let inclusions: [(leaf: Int, size: Int, path: [String])] = [
    (0, 1, []),
    (
      0, 8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ]
    ),
    (
      5, 8,
      [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
    (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
    (
      1, 5,
      [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ]
    ),
  ]

  @Test(arguments: inclusions.indices)
  func `published inclusion proofs are reproduced`(index: Int) {
    let (leaf, size, path) = Self.inclusions[index]
    let digests = digests(MerklePaths.inclusion(of: leaf, in: 0..<size))
    #expect(digests.map(\.hex) == path)
    #expect(
      MerkleProof.proves(Self.leaves[leaf], at: leaf, in: size, root: root(size), by: digests))
  }

  private static let consistencies: [(earlier: Int, size: Int, path: [String])] = [
    (1, 1, []),
    (
      1, 8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ]
    ),
    (
      6, 8,
      [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
    (
      2, 5,
      [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ]
    ),
    (
      6, 7,
      [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ]
    ),
  ]

  @Test(arguments: consistencies.indices)
  func `published consistency proofs are reproduced`(index: Int) {
    let (earlier, size, path) = Self.consistencies[index]
    let digests = digests(MerklePaths.consistency(of: earlier, with: 0..<size))
    #expect(digests.map(\.hex) == path)
    #expect(
      MerkleProof.proves(
        that: size, root: root(size), extends: earlier, root: root(earlier), by: digests))
  }

  @Test func `every leaf of every small tree has a proof, which is invalid for other leaves`() {
    let leaves = (0..<34).map { MerkleTree.leaf([UInt8($0)]) }
    for size in 1...leaves.count {
      let root = root(size, leaves)
      for leaf in 0..<size {
        let path = digests(MerklePaths.inclusion(of: leaf, in: 0..<size), leaves)
        func holds(_ other: Int, _ index: Int, _ size: Int, _ path: [Digest]) -> Bool {
          MerkleProof.proves(leaves[other], at: index, in: size, root: root, by: path)
        }
        #expect(holds(leaf, leaf, size, path))
        #expect(!holds((leaf + 1) % leaves.count, leaf, size, path))
        #expect(!holds(leaf, leaf + 1, size, path))
        #expect(!holds(leaf, leaf - 1, size, path))
        #expect(!holds(leaf, leaf, size, path + [root]))
        #expect(path.isEmpty || !holds(leaf, leaf, size, path.dropLast()))
        #expect(path.isEmpty || !holds(leaf, leaf, size, path.dropFirst() + [root]))
      }
    }
  }

  @Test func `every small tree extends all smaller ones, and no others`() {
    let leaves = (0..<34).map { MerkleTree.leaf([UInt8($0)]) }
    let other = MerkleTree.leaf([99])
    for size in 0...leaves.count {
      for earlier in 0...size {
        let path = digests(MerklePaths.consistency(of: earlier, with: 0..<size), leaves)
        func holds(_ size: Int, _ root: Digest, _ earlierRoot: Digest, _ path: [Digest]) -> Bool {
          MerkleProof.proves(
            that: size, root: root, extends: earlier, root: earlierRoot, by: path)
        }
        let (new, old) = (root(size, leaves), root(earlier, leaves))
        #expect(holds(size, new, old, path))
        #expect(!holds(size, new, other, path))
        #expect(earlier == 0 || !holds(size, other, old, path))
        #expect(!holds(earlier - 1, new, old, path))
        #expect(!holds(size, new, old, path + [other]))
        #expect(path.isEmpty || !holds(size, new, old, path.dropLast()))
      }
    }
  }
}
