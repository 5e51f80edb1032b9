import PlatformLibc

/// A batch of records in journal order, read on one thread and decoded and folded on others. A lane
/// has the records that one fold needs.
///
/// Only the reading thread appends to a batch, and only before it hands the batch over.
package final class RecordBatch: @unchecked Sendable {
  /// The number of bytes of memory that are handed over in one piece: small enough for the
  /// processor's caches, large enough to make the cost of the handover negligible.
  private static let size = 1 << 20

  /// The memory in which the records are.
  private var buffers: [LineBuffer] = []
  private var lanes: [[RecordView]]
  private var byteCount = 0

  package init(lanes: Int) { self.lanes = Array(repeating: [], count: lanes) }

  /// Whether it is time to hand the batch over.
  package var isFull: Bool { byteCount > Self.size }

  /// Adds a record to a lane, and retains its memory.
  package func append(_ view: RecordView, to lane: Int) {
    let retained = view.retained
    if buffers.last !== retained.buffer {
      buffers.append(retained.buffer)
      byteCount += retained.buffer.capacity
    }
    lanes[lane].append(retained.view)
  }

  /// The number of records in a lane.
  func count(in lane: Int) -> Int { lanes[lane].count }

  /// Lends each record of a lane in order.
  package func forEach(
    in lane: Int, _ body: (RecordView) throws(JournalError) -> Void
  ) throws(JournalError) {
    let views = lanes[lane]
    for index in views.indices { try body(views[index]) }
  }
}

extension RecordView {
  /// The record with memory that no reader overwrites: its own buffer, or else a copy.
  fileprivate var retained: (view: RecordView, buffer: LineBuffer) {
    if let buffer = unsafe buffer?.takeUnretainedValue() { return (self, buffer) }
    let copy = LineBuffer(capacity: length + 1)
    unsafe memcpy(copy.bytes, line, length + 1)
    unsafe (copy.bytes + length + 1).initialize(repeating: 0, count: LineReader.padding)
    var view = self
    unsafe view.line = UnsafePointer(copy.bytes)
    unsafe view.buffer = .passUnretained(copy)
    return (view, copy)
  }
}
