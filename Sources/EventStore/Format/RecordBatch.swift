#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Copies of some records that follow one another, read on one thread and folded on others. Each
/// lane has the records that it folds.
///
/// Only the thread that reads appends to a batch, before it hands it over.
@safe
package final class RecordBatch: @unchecked Sendable {
  /// The number of bytes that are handed over at once: small enough for the processor's caches,
  /// large enough to make the cost of the handover negligible.
  private static let size = 1 << 20

  private let bytes: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var filled = 0
  private var lanes: [[RecordView]]

  /// - Parameter view: the first record; it has room, however long it is.
  package init(lanes: Int, for view: RecordView) {
    capacity = max(Self.size, view.length + 1)
    unsafe bytes = .allocate(capacity: capacity + LineReader.padding)
    self.lanes = Array(repeating: [], count: lanes)
  }

  deinit { unsafe bytes.deallocate() }

  /// Whether there is room for a record.
  package func hasRoom(for view: RecordView) -> Bool { filled + view.length < capacity }

  /// Copies a record, for which there is room.
  package func append(_ view: RecordView, to lanes: [Int]) {
    let count = view.length + 1
    let line = unsafe bytes + filled
    unsafe memcpy(line, view.line, count)
    unsafe (line + count).initialize(repeating: 0, count: LineReader.padding)
    filled += count
    var copy = view
    unsafe copy.line = UnsafePointer(line)
    for lane in lanes { self.lanes[lane].append(copy) }
  }

  /// Lends each record of a lane in order.
  package func forEach(
    in lane: Int, _ body: (RecordView) throws(JournalError) -> Void
  ) throws(JournalError) {
    for view in lanes[lane] { try body(view) }
  }
}
