#if PostgreSQL
  import CPostgreSQL
  import EventStore

  /// A statement with its parameters `$1`, `$2` …
  struct Statement {
    let sql: String
    var parameters: [Value] = []
    private(set) var ignoresRows = false

    init(_ sql: String, _ parameters: Value...) {
      (self.sql, self.parameters) = (sql, parameters)
    }

    /// - Parameter rows: the number of rows that it inserts. If a trigger drops one, the statement
    ///   fails as a division by zero, before the transaction is committed.
    init(_ sql: String, _ parameters: Value..., inserting rows: Int) {
      self.init(sql, inserting: "$\(parameters.count + 1)")
      self.parameters = parameters + [.int(rows)]
    }

    /// - Parameter rows: the number of rows that it inserts, in SQL.
    init(_ sql: String, inserting rows: String) {
      self.init(
        """
        with inserted as (\(sql) returning 1)
        select 1 / (count(*) = \(rows))::int from inserted
        """)
    }

    /// The statement as part of a group whose results leave its rows out.
    var ignoringRows: Statement {
      var statement = self
      statement.ignoresRows = true
      return statement
    }

    /// Whether sending it may take a while. A smaller one fits into what is sent at once.
    var isLarge: Bool { parameters.reduce(0) { $0 + $1.bytes.count } >= 1 << 14 }
  }

  /// A parameter in PostgreSQL's binary format.
  struct Value {
    /// The object id of its type.
    let type: Oid
    let bytes: [UInt8]

    static func bytes(_ bytes: [UInt8]) -> Value { Value(type: byteaType, bytes: bytes) }
    static func text(_ text: String) -> Value { Value(type: 25, bytes: Array(text.utf8)) }
    static func int(_ value: Int) -> Value {
      unsafe withUnsafeBytes(of: Int64(value).bigEndian) { bytes in
        unsafe Value(type: integerType, bytes: Array(bytes))
      }
    }
    static func position(_ position: Position) -> Value { .int(position.rawValue) }
    static func ints(_ values: [Int]) -> Value {
      array(of: integerType, type: 1016, values.map { int($0).bytes })
    }
    static func byteStrings(_ values: [[UInt8]]) -> Value {
      array(of: byteaType, type: 1001, values)
    }

    private static let byteaType: Oid = 17
    private static let integerType: Oid = 20

    /// An array of one dimension: its flags, type, length and lower bound, then each element.
    private static func array(of element: Oid, type: Oid, _ values: [[UInt8]]) -> Value {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(values.reduce(20) { $0 + 4 + $1.count })
      func append(_ number: Int) {
        unsafe withUnsafeBytes(of: UInt32(number).bigEndian) { unsafe bytes.append(contentsOf: $0) }
      }
      append(values.isEmpty ? 0 : 1)
      append(0)
      append(Int(element))
      if !values.isEmpty {
        append(values.count)
        append(1)
      }
      for value in values {
        append(value.count)
        bytes.append(contentsOf: value)
      }
      return Value(type: type, bytes: bytes)
    }
  }

  /// The rows of a result.
  struct Rows {
    private let result: OwnedResult
    let count: Int

    init(_ result: OpaquePointer) {
      unsafe self.result = OwnedResult(result)
      count = Int(unsafe PQntuples(result))
    }

    /// The tag of the statement, such as `COMMIT`.
    var tag: String {
      defer { withExtendedLifetime(result) {} }
      return unsafe PQcmdStatus(result.handle).map { unsafe String(cString: $0) } ?? ""
    }

    /// Lends the bytes of a cell; nil if it is null.
    private func lend<Value>(
      _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
      let (handle, row, column) = unsafe (result.handle, Int32(row), Int32(column))
      guard unsafe PQgetisnull(handle, row, column) == 0,
        let start = unsafe PQgetvalue(handle, row, column)
      else { return nil }
      let length = Int(unsafe PQgetlength(handle, row, column))
      defer { withExtendedLifetime(result) {} }
      return unsafe body(
        UnsafeRawBufferPointer(start: UnsafeRawPointer(start), count: length))
    }

    func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
      unsafe lend(row, column) { unsafe Array($0) }
    }

    func text(_ row: Int, _ column: Int) -> String? {
      unsafe lend(row, column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// An integer of any width.
    func int(_ row: Int, _ column: Int) -> Int? {
      unsafe lend(row, column) { bytes in
        unsafe bytes.reduce((bytes.first ?? 0) >= 0x80 ? -1 : 0) { $0 << 8 | Int($1) }
      }
    }

    func bool(_ row: Int, _ column: Int) -> Bool? {
      unsafe lend(row, column) { unsafe $0.first != 0 }
    }

    func position(_ row: Int, _ column: Int) -> Position? { int(row, column).map { Position($0) } }
  }

  /// A result of libpq, which is never changed.
  @safe private final class OwnedResult: @unchecked Sendable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe PQclear(handle) }
  }
#endif
