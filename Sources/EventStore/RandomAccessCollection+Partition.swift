extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second part; the end index if there is none. All
  /// elements of the first part must come before those of the second. O(log length).
  @inlinable
  package func partitioningIndex<Failure: Error>(
    where belongsToSecondPart: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try belongsToSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
