/// Whether both arrays have the same bytes, in a time that reveals nothing about them.
///
/// For codes and keys that an attacker might guess: an ordinary comparison stops at the first
/// difference, so its duration reveals how much of a guess was right. For different lengths the
/// result is returned immediately, since the length is not secret.
@inline(never)
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  var differences: UInt8 = 0
  for index in left.indices { differences |= left[index] ^ right[index] }
  return differences == 0
}
