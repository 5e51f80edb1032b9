#if PostgreSQL
  import EventStore

  /// The statements that record a batch.
  extension SQL {
    /// Inserts a batch. In addition to the lock, the primary keys prevent a position from being
    /// used twice.
    static func insert(_ records: [OriginRecord], into id: Int) -> [Statement] {
      guard let first = records.first, let last = records.last, let root = last.root else {
        return []
      }
      var statements = insert(
        records.map { ($0.position, $0.core) },
        """
        insert into replay.record (journal, position, core)
        select $1, position, core from unnest($2::bigint[], $3::bytea[]) as r (position, core)
        """, id)
      statements += insert(
        records.filter { !$0.section.isEmpty }.map { ($0.position, $0.section) },
        """
        insert into replay.private (journal, position, section)
        select $1, position, section
        from unnest($2::bigint[], $3::bytea[]) as p (position, section)
        """, id)
      statements.append(
        Statement(
          "insert into replay.batch (journal, last, first, root) values ($1, $2, $3, $4)",
          .int(id), .position(last.position), .position(first.position),
          .bytes(root.bytes), inserting: 1))
      return statements
    }

    /// Inserts rows in pieces, each of which even a slow client sends within the server's timeout.
    private static func insert(
      _ rows: [(position: Position, bytes: [UInt8])], _ sql: String, _ id: Int
    ) -> [Statement] {
      var statements: [Statement] = []
      var (start, length) = (0, 0)
      for (index, row) in rows.enumerated() {
        length += row.bytes.count
        guard length >= 1 << 16 || index == rows.count - 1 else { continue }
        let piece = rows[start...index]
        statements.append(
          Statement(
            sql, .int(id), .ints(piece.map(\.position.rawValue)), .byteStrings(piece.map(\.bytes)),
            inserting: piece.count))
        (start, length) = (index + 1, 0)
      }
      return statements
    }
  }
#endif
