#if PostgreSQL
  import EventEngine
  import Foundation
  import PostgreSQLJournal

  /// A primary with a synchronous standby, started once for all tests that do not change it.
  package enum SharedServer {
    package static let pair: ServerPair = {
      do { return try ServerPair() } catch { fatalError("no PostgreSQL server: \(error)") }
    }()
  }

  /// A primary and its synchronous standby.
  package final class ServerPair: Sendable {
    package let folder: TestFolder
    package let primary: DatabaseServer
    package let standby: DatabaseServer

    package init() throws {
      folder = try TestFolder()
      primary = try DatabaseServer.start(in: folder, named: "p")
      standby = try primary.addStandby(in: folder, named: "s")
      try primary.waitUntil(
        "select count(*) = 1 from pg_stat_replication where sync_state = 'sync'")
    }

    /// The URL of a journal with both servers, of which the client finds the primary.
    package func url(
      _ database: String, user: String = "postgres", journal: String = "main"
    ) -> String {
      "postgresql://\(user)@127.0.0.1:\(primary.port),127.0.0.1:\(standby.port)/\(database)"
        + "?journal=\(journal)"
    }
  }

  /// A new database with the files of one machine.
  package final class TestDatabase: Sendable {
    package let pair: ServerPair
    package let name: String
    package let machine: TemporaryFolder

    package init(_ pair: ServerPair = SharedServer.pair) throws {
      self.pair = pair
      name = try pair.primary.makeDatabase()
      machine = try TemporaryFolder()
    }

    package func url(_ journal: String = "main", user: String = "postgres") -> String {
      pair.url(name, user: user, journal: journal)
    }

    package func directory(_ journal: String = "main") throws -> JournalDirectory {
      try JournalDirectory.postgreSQL(
        url(journal), keyFile: machine.path("\(journal).key"), cache: machine.path("cache"))
    }

    @discardableResult
    package func sql(_ text: String) throws -> String { try pair.primary.sql(text, in: name) }

    /// Starts statements that end with a long sleep, in a connection that stays until the process
    /// is terminated.
    package func holding(_ statements: String) throws -> Process {
      try pair.primary.start(statements, in: name)
    }
  }
#endif
