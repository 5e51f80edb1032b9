import EventEngine

extension SessionJournal {
  /// The most queries that a session follows at once.
  private static let mostFollows = 100
  /// The longest wait of a delivery for a busy journal, in milliseconds, for which requests have to
  /// wait, too. It is enough to be next after a writer's batch.
  private static let wait = 100

  var isFollowing: Bool { !follows.isEmpty }

  /// Begins to follow a query. Returns the answer to print if the request is refused; nil
  /// otherwise.
  mutating func follow(
    _ request: FollowRequest, ref: JSONValue?, from head: Position
  ) -> [UInt8]? {
    guard follows.count < Self.mostFollows else {
      let text = Bilingual(
        ru: "Сеанс следит не более чем за \(Self.mostFollows) запросами сразу",
        en: "A session can follow at most \(Self.mostFollows) queries")
      return CommandResult(
        .init(.refusal, code: FailureCode.tooLarge.rawValue, message: text[locale])
      ).json
    }
    follows.append(
      SessionFollow(query: request.query, ref: ref, after: request.after ?? head))
    return nil
  }

  /// Prints the new events of each followed query. If the journal fails, each follow ends with the
  /// failure as its last answer. A busy journal and a server that cannot be reached are no failures
  /// before the last delivery: the next one tries again.
  ///
  /// - Parameter isLast: whether no delivery comes after this one, which then waits for a busy
  ///   journal as long as a request does.
  mutating func deliver(
    _ terminal: inout Terminal, isLast: Bool = false
  ) throws(SystemError) {
    guard isFollowing else { return }
    do throws(JournalError) {
      try deliverNew(wait: isLast ? wait : min(wait, Self.wait), &terminal)
    } catch {
      if error.isPassing && !isLast { return }
      status = max(status, ToolFailure(error).status)
      for follow in follows { try terminal.print(answer(error), ref: follow.ref) }
      follows = []
    }
  }

  private mutating func deliverNew(
    wait: Int, _ terminal: inout Terminal
  ) throws(JournalError) {
    if let open = reader.take() {
      try open.requireInPlace()
      let mayHaveNews = try open.mayHaveNews()
      let isBehind = follows.contains { $0.after < open.head }
      reader = consume open
      guard mayHaveNews || isBehind else { return }
    }
    try refreshReader(wait: wait)
    guard var open = reader.take() else { return }
    let head = open.head
    for index in follows.indices {
      let follow = follows[index]
      try open.forEach(follow.query, after: follow.after) { view in
        var event: [UInt8] = []
        view.appendEvent(to: &event)
        let line = JSONWriter.object { $0.raw("event", event) }
        // If the output is closed, the next flush ends the session.
        do throws(SystemError) { try terminal.print(line, ref: follow.ref) } catch {
          return false
        }
        follows[index].after = view.position
        return true
      }
      follows[index].after = max(follow.after, head)
    }
    reader = consume open
  }
}

/// A query that a session follows.
struct SessionFollow {
  let query: Query
  let ref: JSONValue?
  /// The last position that was looked at.
  var after: Position
}

extension Terminal {
  /// Prints an answer of a session with the `ref` of its request as first member.
  mutating func print(_ answer: [UInt8], ref: JSONValue?) throws(SystemError) {
    guard let ref else { return try print(answer) }
    try print { bytes in
      bytes += "{\"ref\":\(ref),".utf8
      bytes += answer.dropFirst()
    }
  }
}

extension JSONWriter {
  /// Returns the answer to a request, with its value as JSON text.
  static func answer(value: [UInt8]) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", true)
      json.raw("value", value)
    }
  }
}
