/// Whether both hold the same bytes, in a time that tells nothing about what they are.
///
/// For codes and keys that somebody might guess: an ordinary comparison stops at the first
/// difference, so its duration says how much of a guess was right. Different lengths are
/// answered at once; the length is no secret.
@inline(never)
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  var differences: UInt8 = 0
  for index in left.indices { differences |= left[index] ^ right[index] }
  return differences == 0
}

/// Whether both digests are the same, in a time that tells nothing about what they are.
@inline(never)
package func constantTimeEquals(_ left: Digest, _ right: Digest) -> Bool {
  left.equalsInConstantTime(right)
}
