#if PostgreSQL
  import EventStore

  /// The number of records in a page. It is adapted after each page, so that the next page has
  /// about four megabytes if its records are as long as those of the last one.
  struct PageLength {
    private(set) var count = 64

    private static let most = 4000
    private static let bytes = 4 << 20

    mutating func adapt(to records: [OriginRecord]) {
      let bytes = records.reduce(records.count) { $0 + $1.core.count + $1.section.count }
      guard bytes > 0 else { return }
      count = max(1, min(Self.most, count * 8, Self.bytes * records.count / bytes))
    }
  }
#endif
