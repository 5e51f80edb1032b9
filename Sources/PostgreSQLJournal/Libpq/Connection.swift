#if PostgreSQL
  import CPostgreSQL
  import EventStore
  import PlatformLibc

  /// A connection of libpq in pipeline mode: statements are sent together, so that a group of them
  /// takes one round trip. Parameters and results are binary.
  ///
  /// Used by one thread at a time: a connection is only reached through the mutex of its `Link`.
  @safe final class Connection: @unchecked Sendable {
    let handle: OpaquePointer
    /// The SQLSTATEs of the warnings since the last `run` or ``takeWarnings()``. Other notices are
    /// ignored.
    private var warnings: [String] = []
    private(set) var prepared = PreparedStatements()
    /// The limit of waits for locks outside of transactions, in milliseconds.
    private let lockWait: Int
    /// Whether the role has a timeout for statements.
    var hasTimeout = false
    /// Whether a transaction was begun and not ended.
    private(set) var isInTransaction = false
    /// The groups of statements whose results have not been fetched.
    private var sent: [StatementGroup] = []

    /// Connects; libpq tries the hosts of the URL in their order.
    ///
    /// - Parameters:
    ///   - parameters: of libpq; a later one takes precedence. `dbname` may be a URL.
    ///   - lockWait: the limit of waits for locks outside of transactions, in milliseconds.
    init(_ parameters: [(name: String, value: String)], lockWait: Int) throws(ServerError) {
      self.lockWait = lockWait
      let names = CStrings(parameters.map(\.name))
      let values = CStrings(parameters.map(\.value))
      guard let handle = unsafe PQconnectdbParams(names.pointers, values.pointers, 1) else {
        throw ServerError(state: "", message: "out of memory", isLost: true)
      }
      unsafe self.handle = handle
      guard unsafe PQstatus(handle) == CONNECTION_OK else {
        throw ServerError(
          state: "", message: unsafe Self.text(PQerrorMessage(handle)), isLost: true)
      }
      unsafe PQsetNoticeReceiver(
        handle,
        { context, result in
          guard let context = unsafe context, let result = unsafe result,
            unsafe Connection.field(Connection.severity, of: result) == "WARNING"
          else { return }
          unsafe Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
            .warnings.append(Connection.field(Connection.sqlState, of: result))
        }, Unmanaged.passUnretained(self).toOpaque())
      guard unsafe PQenterPipelineMode(handle) == 1 else { throw failure() }
    }

    deinit { unsafe PQfinish(handle) }

    /// PG_DIAG_SEVERITY_NONLOCALIZED, PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY are macros.
    private static let severity = Int32(UInt8(ascii: "V"))
    private static let sqlState = Int32(UInt8(ascii: "C"))
    private static let primaryMessage = Int32(UInt8(ascii: "M"))

    var isUsable: Bool { unsafe PQstatus(handle) == CONNECTION_OK }

    /// From now on, prepares statements that are repeated, unless the other end is a pooler. A
    /// pooler may run each transaction on another connection to the server, on which the statements
    /// are not prepared. A pooler is recognized by the process id that it has sent, which differs
    /// from that of the server process.
    ///
    /// - Parameter process: the id of the server's process that runs the statements.
    func prepareRepeated(by process: Int) {
      prepared.isUsed = unsafe Int(PQbackendPID(handle)) == process
    }

    /// The SQLSTATEs of the warnings since the last `run` or call of this.
    func takeWarnings() -> [String] {
      defer { warnings = [] }
      return warnings
    }

    /// The host of the server, for messages.
    var host: String {
      let host = unsafe Self.text(PQhost(handle))
      let port = unsafe Self.text(PQport(handle))
      return "\(host):\(port)"
    }

    /// Runs statements in one round trip. If one fails, those after it are not run. Results that
    /// were not fetched are discarded.
    ///
    /// - Parameters:
    ///   - next: statements that are run after them if none fails, and whose results
    ///     ``finish(wait:)`` fetches.
    ///   - wait: how long to wait for all results, in milliseconds; nil for ever. After that time
    ///     the connection must not be used again.
    func run(
      _ statements: [Statement], then next: [Statement] = [], wait: Int? = nil
    ) throws(ServerError) -> [Rows] {
      while !sent.isEmpty {
        do throws(ServerError) { _ = try finish(wait: wait) } catch {
          if error.isLost { throw error }
        }
      }
      warnings = []
      try start(statements, followed: !next.isEmpty)
      if !next.isEmpty { try start(next) }
      return try finish(wait: wait)
    }

    /// Sends statements without waiting for their results, which ``finish(wait:)`` returns.
    ///
    /// - Parameter followed: whether another group follows, which runs only if this one succeeds.
    func start(_ statements: [Statement], followed: Bool = false) throws(ServerError) {
      let isOwn = !isInTransaction && statements.first?.leavesTransaction == nil
      var group = StatementGroup(
        isFollowed: followed, isRollback: statements.first?.sql == SQL.rollback.sql)
      let path = SQL.path(lockWait: lockWait).ignoringRows
      var all = statements.flatMap { hasTimeout && $0.sql == SQL.settings ? [path, $0] : [$0] }
      if isOwn { all = [SQL.begin.ignoringRows, path] + all + [SQL.commit.ignoringRows] }
      var isSynced = true
      for statement in all {
        let isLarge = isInTransaction && statement.isLarge
        let name = prepared.name(of: statement) ?? (isLarge ? "" : nil)
        if let name, !prepared.isReady(statement),
          !(sent + [group]).contains(where: { $0.expected.contains(.preparation(statement.sql)) })
        {
          try prepare(statement, as: name)
          group.expected.append(name.isEmpty ? .nothing : .preparation(statement.sql))
          isSynced = false
        }
        if isLarge && !isSynced { try sync(&group) }
        try send(statement, prepared: name)
        group.expected.append(statement.ignoresRows ? .nothing : .rows)
        if isLarge { try sync(&group) }
        isSynced = isLarge
        if !isOwn { isInTransaction = statement.leavesTransaction ?? isInTransaction }
      }
      sent.append(group)
      // With a flush request, the server sends the results of this group now, and the pipeline
      // stays open for the next.
      let isSent =
        followed
        ? unsafe PQsendFlushRequest(handle) == 1
        : unsafe PQpipelineSync(handle) == 1 && PQflush(handle) >= 0
      guard isSent else { throw failure() }
    }

    /// After a sync, the server's timeout for idle transactions runs until all of the next message
    /// has arrived, so that a client that stops in a large statement loses its lock.
    private func sync(_ group: inout StatementGroup) throws(ServerError) {
      guard unsafe PQpipelineSync(handle) == 1 else { throw failure() }
      group.syncs += 1
    }

    /// The results of the first group that was sent and not fetched. If it fails, the groups that
    /// follow it are not run and have no results.
    func finish(wait: Int? = nil) throws(ServerError) -> [Rows] {
      let deadline = wait.map { SystemClock.deadline(after: $0) }
      var results: [Rows] = []
      var error: ServerError?
      var answered = 0
      while error != nil || !sent[0].isFollowed || answered < sent[0].expected.count
        || sent[0].syncs > 0
      {
        try awaitResult(until: deadline)
        guard let result = unsafe PQgetResult(handle) else {
          // The end of one statement's results.
          guard isUsable else { throw error ?? failure() }
          answered += 1
          continue
        }
        let rows = unsafe Rows(result)
        defer { withExtendedLifetime(rows) {} }
        switch unsafe PQresultStatus(result) {
        case PGRES_PIPELINE_SYNC where sent[0].syncs > 0: sent[0].syncs -= 1
        case PGRES_PIPELINE_SYNC:
          let isRollback = sent[0].isRollback
          while sent.removeFirst().isFollowed {}
          guard var error else { return results }
          if isRollback { throw error }
          // The server refuses all other statements until the transaction has ended.
          do throws(ServerError) { _ = try run([SQL.rollback], wait: wait) } catch let next {
            error.isLost = next.isLost
          }
          throw error
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
          switch sent[0].expected[answered] {
          case .preparation(let text): prepared.setReady(text)
          case .rows: results.append(rows)
          case .nothing: break
          }
        case PGRES_PIPELINE_ABORTED: continue
        default:
          isInTransaction = false
          if error == nil { error = unsafe failure(result) }
          error?.done = results.count
        }
        if !isUsable { throw error ?? failure() }
      }
      sent.removeFirst()
      return results
    }

    private func prepare(_ statement: Statement, as name: String) throws(ServerError) {
      let types = statement.parameters.map(\.type)
      guard unsafe PQsendPrepare(handle, name, statement.sql, Int32(types.count), types) == 1 else {
        throw failure()
      }
    }

    private func send(_ statement: Statement, prepared name: String?) throws(ServerError) {
      let values = statement.parameters
      let types = values.map(\.type)
      let lengths = values.map { Int32($0.bytes.count) }
      let formats = [Int32](repeating: 1, count: values.count)
      // One block for all values. Even an empty value needs a pointer into it, since a null pointer
      // would stand for the SQL value null.
      var block: [UInt8] = []
      block.reserveCapacity(values.reduce(values.count) { $0 + $1.bytes.count })
      for value in values {
        block += value.bytes
        block.append(0)
      }
      let sent = unsafe block.withUnsafeBufferPointer { block in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for value in values {
          let start = unsafe block.baseAddress.map { unsafe UnsafeRawPointer($0 + offset) }
          unsafe pointers.append(start?.assumingMemoryBound(to: CChar.self))
          offset += value.bytes.count + 1
        }
        if let name {
          return unsafe PQsendQueryPrepared(
            handle, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        return unsafe PQsendQueryParams(
          handle, statement.sql, Int32(values.count), types, pointers, lengths, formats, 1)
      }
      guard sent == 1 else { throw failure() }
    }

    /// Waits until `PQgetResult` does not block. Every five seconds of waiting, the server is asked
    /// on another connection whether it is still there and works for this one.
    private func awaitResult(until deadline: UInt64?) throws(ServerError) {
      var nextCheck = SystemClock.ticks() + Self.checkInterval
      // Since when the server did not work for this connection at the last check. Its answer, or
      // more of what was sent, may have been on the way.
      var idle: String?
      while unsafe PQisBusy(handle) == 1 {
        let now = SystemClock.ticks()
        if let deadline, now >= deadline {
          throw ServerError(state: ServerError.timedOut, message: "no answer in time", isLost: true)
        }
        let rest = deadline.map { Int32(min(($0 - now) / 1_000_000 + 1, 1000)) } ?? 1000
        var descriptor = unsafe pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&descriptor, 1, rest)
        guard unsafe PQconsumeInput(handle) == 1 else { throw failure() }
        guard SystemClock.ticks() > nextCheck else { continue }
        let lost = ServerError(
          state: "", message: "the server does not answer any more", isLost: true)
        guard serverAnswers() else { throw lost }
        let before = idle
        idle = serverIdleTime()
        if idle != nil && idle == before { throw lost }
        nextCheck = SystemClock.ticks() + Self.checkInterval / (idle == nil ? 1 : 5)
      }
    }

    private static let checkInterval: UInt64 = 5_000_000_000

    private func failure(_ result: OpaquePointer) -> ServerError {
      let message = unsafe Self.field(Self.primaryMessage, of: result)
      return ServerError(
        state: unsafe Self.field(Self.sqlState, of: result),
        message: message.isEmpty ? unsafe Self.text(PQresultErrorMessage(result)) : message,
        isLost: !isUsable)
    }

    private func failure() -> ServerError {
      ServerError(state: "", message: unsafe Self.text(PQerrorMessage(handle)), isLost: true)
    }

    private static func field(_ code: Int32, of result: OpaquePointer) -> String {
      unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) } ?? ""
    }

    /// A message of libpq in one line.
    static func text(_ message: UnsafePointer<CChar>?) -> String {
      let text = unsafe message.map { unsafe String(cString: $0) } ?? ""
      return text.split(separator: "\n").map { $0.drop { $0 == "\t" } }.joined(separator: "; ")
    }
  }
#endif
