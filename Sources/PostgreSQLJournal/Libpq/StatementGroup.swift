#if PostgreSQL
  /// Statements that were sent together.
  struct StatementGroup {
    enum ExpectedResult: Equatable {
      case rows
      /// The statement with this text is being prepared.
      case preparation(String)
      /// The rows are discarded.
      case nothing
    }

    var expected: [ExpectedResult] = []
    /// The number of syncs between its statements whose results were not fetched.
    var syncs = 0
    /// Whether another group was sent with it, before its results were read.
    let isFollowed: Bool
    /// Whether it only rolls a transaction back.
    let isRollback: Bool
  }

  extension Statement {
    /// Whether it leaves a transaction open; nil if it begins and ends none.
    var leavesTransaction: Bool? {
      switch sql {
      case SQL.begin.sql: true
      case SQL.commit.sql, SQL.rollback.sql: false
      default: nil
      }
    }
  }
#endif
