import Commands
import EventEngine
import Projections

/// Operations on a journal with one changed file.
extension FuzzedJournal {
  /// Verifies, reads, folds, looks up, appends and copies.
  ///
  /// - Returns: the result of `verify`; nil if the journal was refused.
  @discardableResult
  func use(_ directory: JournalDirectory, _ random: inout SeededRandom) throws -> Verification? {
    let verified: Verification
    do throws(JournalError) {
      verified = try directory.verify(rootAt: receipt.size, wait: 0)
    } catch {
      try Self.requireReason(error)
      Self.attempt { _ = try JournalReader.openIntactPart(of: directory, wait: 0) }
      Self.attempt { _ = try JournalWriter.open(directory, wait: 0) }
      return nil
    }
    do throws(JournalError) {
      var reader = try JournalReader.open(directory, wait: 0)
      try read(&reader, verified, folding: random.below(6) == 0)
    } catch { try Self.requireReason(error) }
    // The most expensive operation runs only occasionally.
    if random.below(12) == 0 { try copy(directory, verified) }
    if random.below(6) == 0 { try append(directory, verified) }
    return verified
  }

  /// Reads all events in order and by query.
  private func read(
    _ reader: inout JournalReader, _ verified: Verification, folding folds: Bool
  ) throws(JournalError) {
    var count = 0
    try reader.forEach { (view) throws(JournalError) in
      _ = StoredEvent(view)
      count += 1
      return true
    }
    _ = try reader.first(ofCommand: "c7")
    _ = try reader.time(at: Position(7))
    _ = try reader.position(asOf: Self.start)
    for query in Self.queries { _ = Self.attempt { try Self.positions(query, in: &reader) } }
    if verified.damageCount == 0, verified.intact.rawValue != count {
      fatalError("read \(count) records of \(verified.intact)")
    }
    if folds { _ = Self.attempt { try Self.folded(&reader) } }
  }

  private func copy(_ directory: JournalDirectory, _ verified: Verification) throws {
    let copy = JournalDirectory("/copy", files: files.copy())
    do throws(JournalError) { _ = try directory.recover(to: copy, wait: 0) } catch {
      return try Self.requireReason(error)
    }
    let again = try copy.verify(wait: 0)
    guard again.damageCount == 0, again.intact == verified.intact else {
      throw FuzzFinding("recovered \(again.intact) of \(verified.intact): \(again.damages)")
    }
  }

  /// Appends one event directly and one by a command.
  private func append(_ directory: JournalDirectory, _ before: Verification) throws {
    do throws(JournalError) {
      let writer = try JournalWriter.open(directory, wait: 0)
      var engine = CommandHandler(writer, [.courier], clock: { Self.start })
      let order =
        #"{"command":"courier.placeOrder","actor":"eva","id":"new","data":{"order":"o-9","#
        + #""address":"A","deliveryDate":"2099-05-09","metro":"M","firstName":"E","lastName":"K","#
        + #""phone":"+79990000000"}}"#
      _ = engine.execute([.init(line: ArraySlice(order.utf8), number: 1)])
    } catch { return try Self.requireReason(error) }
    do throws(JournalError) {
      var writer = try JournalWriter.open(directory, wait: 0)
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(
          [NewEvent(type: "test.more", data: Array("{}".utf8))], at: Self.start)
      }
    } catch { return try Self.requireReason(error) }
    let after = try directory.verify(wait: 0)
    // Damage before the end is detected by the first read that reaches it.
    let isCorrect =
      before.damageCount == 0
      ? after.damageCount == 0 && after.intact > before.intact : after.damageCount > 0
    guard isCorrect else {
      throw FuzzFinding(
        "after an append \(after.intact), before it \(before.intact): \(after.damages)")
    }
  }

  /// Requires that the error reports the contents of the journal, not another cause.
  static func requireReason(_ error: JournalError) throws {
    switch error {
    case .damaged, .otherFormat, .undecodable, .keyUnavailable, .missing, .replaced, .invalidEvent,
      .tooLarge,
      .consumerDamaged:
      return
    case .busy, .exposed, .closed, .cannotCreate, .invalidJournal, .storageFailed, .outcomeUnknown,
      .erasureUnfinished, .erasedMeanwhile, .conditionFailed, .origin:
      throw error
    }
  }

  /// The result of `body`; nil if it throws.
  @discardableResult
  static func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch { return nil }
  }
}
