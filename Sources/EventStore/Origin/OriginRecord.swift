/// A record as an origin stores it: in parts, so that the erasable section can be removed alone.
/// The checksum is not stored; it follows from the other bytes.
package struct OriginRecord: Sendable {
  package let position: Position
  /// The bytes of the line that are never erased, from which the leaf of the tree is computed.
  package let core: [UInt8]
  /// The bytes after the core and before the checksum; empty without a section, or once erased.
  package var section: [UInt8]
  /// The root of the integrity tree up to this record, if a batch ends here.
  package var root: Digest?

  package init(position: Position, core: [UInt8], section: [UInt8], root: Digest?) {
    self.position = position
    self.core = core
    self.section = section
    self.root = root
  }

  package var leaf: Digest { MerkleTree.leaf(core) }

  /// The length of the line with its line feed, in bytes.
  var lineLength: Int { core.count + section.count + RecordFormat.checksumLength + 1 }

  /// Appends the line without its line feed.
  func appendLine(to bytes: inout [UInt8], seed: UInt32) {
    let start = bytes.count
    bytes += core
    bytes += section
    bytes.appendChecksum(from: start, seed: seed)
  }
}

extension Manifest {
  /// The manifest as an origin stores it: without the segments, which only files have.
  package func stored() -> [UInt8] {
    var manifest = self
    manifest.closed = []
    manifest.frontier = MerkleTree().frontier
    return manifest.encoded()
  }
}
