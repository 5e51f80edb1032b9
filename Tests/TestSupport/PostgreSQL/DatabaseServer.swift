#if PostgreSQL
  import Foundation
  import Synchronization

  /// A PostgreSQL server for tests on the loopback address, with the programs of the system's
  /// package. It runs as an unprivileged user, since it refuses to run as root.
  package final class DatabaseServer: Sendable {
    package let port: Int
    let folder: String
    private let socketFolder: String

    /// The programs of PostgreSQL.
    static let programs: String = {
      let known = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { root in
        ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted().reversed()
          .map { "\(root)/\($0)/bin" }
      }
      let found = known.first { FileManager.default.isExecutableFile(atPath: "\($0)/pg_ctl") }
      return found ?? "/usr/bin"
    }()

    private init(port: Int, folder: String, socketFolder: String) {
      self.port = port
      self.folder = folder
      self.socketFolder = socketFolder
    }

    /// Creates and starts a server.
    ///
    /// - Parameter settings: lines of its configuration.
    package static func start(
      in folder: TestFolder, named name: String, settings: [String] = []
    ) throws -> DatabaseServer {
      let server = DatabaseServer(
        port: Ports.next(), folder: folder.path(name), socketFolder: folder.path)
      try run("initdb", "-D", server.folder, "-A", "trust", "-U", "postgres", "--no-sync", "-N")
      try server.configure(
        [
          "listen_addresses = '127.0.0.1'", "port = \(server.port)",
          "unix_socket_directories = ''", "max_connections = 200",
          "wal_level = replica", "max_wal_senders = 5", "max_replication_slots = 5",
          "hot_standby = on", "wal_receiver_status_interval = 1",
          "wal_retrieve_retry_interval = 100",
          "lc_messages = 'C'", "autovacuum = off", "dynamic_shared_memory_type = mmap",
        ] + settings)
      try server.start()
      return server
    }

    /// Creates and starts a standby, which this server's commits wait for from now on.
    ///
    /// - Parameter port: the port of a server that is gone; nil: a free one.
    package func addStandby(
      in folder: TestFolder, named name: String, port: Int? = nil
    ) throws -> DatabaseServer {
      let standby = DatabaseServer(
        port: port ?? Ports.next(), folder: folder.path(name), socketFolder: folder.path)
      try Self.run(
        "pg_basebackup", "-h", "127.0.0.1", "-p", "\(self.port)", "-U", "postgres", "-D",
        standby.folder, "-R", "--no-sync", "-c", "fast")
      try standby.configure(["port = \(standby.port)", "synchronous_standby_names = '*'"])
      try standby.start()
      try configure(["synchronous_standby_names = '*'"])
      try control("reload")
      return standby
    }

    package func configure(_ lines: [String]) throws {
      let path = "\(folder)/postgresql.conf"
      guard let file = FileHandle(forWritingAtPath: path) else { throw ProgramFailure(text: path) }
      try file.seekToEnd()
      let text = "\n" + lines.joined(separator: "\n") + "\n"
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }

    package func start() throws {
      try control("start", "-w", "-t", "60", "-l", "\(folder).log")
      DatabaseServers.started(self)
    }

    package func stop() throws { try control("stop", "-m", "fast", "-w") }

    /// Kills the server and all its processes, as a failing machine would.
    package func kill() throws {
      guard let leader = leader else { return }
      let segment = sharedMemory
      Foundation.kill(leader, SIGKILL)
      // Kills the remaining processes, too: the folder is in use until they end.
      let deadline = ContinuousClock.now + .seconds(30)
      while !processes.isEmpty && ContinuousClock.now < deadline {
        for process in processes { Foundation.kill(process, SIGKILL) }
        usleep(20_000)
      }
      // A machine's memory fails with it; here the kernel would keep it for good.
      if let segment { shmctl(segment, IPC_RMID, nil) }
      try? FileManager.default.removeItem(atPath: "\(folder)/postmaster.pid")
    }

    package func promote() throws { try control("promote", "-w") }

    package func reload() throws { try control("reload") }

    private func control(_ words: String...) throws {
      try Self.run(["pg_ctl", "-D", folder] + words)
    }

    /// The process id of the server; nil if it does not run.
    package var leader: pid_t? { running(0)?.first.flatMap { pid_t($0) } }

    /// The number of the server's shared memory, with which a second one is kept away.
    private var sharedMemory: Int32? { running(6)?.last.flatMap { Int32($0) } }

    /// The words of a line of the file that a server keeps while it runs.
    private func running(_ line: Int) -> [Substring]? {
      let file = try? String(contentsOfFile: "\(folder)/postmaster.pid", encoding: .utf8)
      let lines = file?.split(separator: "\n", omittingEmptySubsequences: false) ?? []
      return line < lines.count ? lines[line].split(separator: " ") : nil
    }

    /// All processes whose working folder is the server's.
    package var processes: [pid_t] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.compactMap { pid_t($0) }.filter { process in
        let path = "/proc/\(process)/cwd"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == folder
      }
    }

    /// Ends the server immediately, for good.
    func end() { try? kill() }

    // MARK: - Questions

    /// Runs SQL in a database, and returns the output.
    @discardableResult
    package func sql(_ text: String, in database: String = "postgres") throws -> String {
      try Self.run(psql(text, in: database)).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Starts SQL in a database and does not wait for its end.
    func start(_ text: String, in database: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = psql(text, in: database)
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }

    private func psql(_ text: String, in database: String) -> [String] {
      [
        "psql", "-XqAt", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", "\(port)", "-U",
        "postgres", "-d", database, "-c", text,
      ]
    }

    /// Creates a database.
    package func makeDatabase() throws -> String {
      let name = "d\(UUID().uuidString.prefix(8).lowercased())"
      try sql("create database \(name)")
      return name
    }

    package func waitUntil(_ question: String, in database: String = "postgres") throws {
      let deadline = ContinuousClock.now + .seconds(60)
      while try sql(question, in: database) != "t" {
        guard ContinuousClock.now < deadline else { throw ProgramFailure(text: question) }
        usleep(20_000)
      }
    }

    package func dump(_ database: String) throws -> String {
      try Self.run(
        "pg_dump", "-h", "127.0.0.1", "-p", "\(port)", "-U", "postgres", database)
    }

    @discardableResult
    private static func run(_ words: String...) throws -> String { try run(words) }

    @discardableResult
    private static func run(_ words: [String]) throws -> String {
      let process = Process()
      // A server inherits the descriptors of the program that starts it, and `Process` would wait
      // until the last holder of one of them ends.
      let closing = """
        for path in /proc/self/fd/*; do
          [ "${path##*/}" -gt 2 ] && eval "exec ${path##*/}>&-"
        done
        exec "$@"
        """
      let user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments =
        ["-c", closing, "bash"] + (geteuid() == 0 ? user : [])
        + ["\(programs)/\(words[0])"] + words.dropFirst()
      process.currentDirectoryURL = URL(filePath: "/")
      // A server keeps the descriptors that it inherits, so its output goes to a file.
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try Data().write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      let output = try FileHandle(forWritingTo: path)
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = output
      try process.run()
      process.waitUntilExit()
      let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
      guard process.terminationStatus == 0 else {
        throw ProgramFailure(text: "\(words.joined(separator: " ")): \(text)")
      }
      return text
    }
  }

  package struct ProgramFailure: Error, CustomStringConvertible {
    let text: String
    package var description: String { text }
  }

  /// A temporary folder that the server's user can use.
  package final class TestFolder: Sendable {
    package let path: String

    package init() throws {
      path = FileManager.default.temporaryDirectory.appending(path: "pg-\(UUID().uuidString)").path
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      if geteuid() == 0 {
        try FileManager.default.setAttributes(
          [.ownerAccountName: "postgres", .posixPermissions: 0o700], ofItemAtPath: path)
      }
      DatabaseServers.made(path)
    }

    deinit {
      DatabaseServers.end(below: path)
      try? FileManager.default.removeItem(atPath: path)
    }

    package func path(_ name: String) -> String { "\(path)/\(name)" }
  }

  /// Free ports, each returned once.
  package enum Ports {
    private static let given = Mutex<Set<Int>>([])

    package static func next() -> Int {
      while true {
        let port = Int.random(in: 20_000..<32_000)
        if given.withLock({ $0.insert(port).inserted }) && isFree(port) { return port }
      }
    }

    private static func isFree(_ port: Int) -> Bool {
      let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(socket) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
  }

  /// The servers of this process, all of which end with it.
  private enum DatabaseServers {
    private struct Started {
      var servers: [DatabaseServer] = []
      var folders: [String] = []
    }

    private static let started = Mutex(Started())
    private static let atEnd: Void = {
      _ = atexit { DatabaseServers.endAll() }
    }()

    static func started(_ server: DatabaseServer) {
      _ = atEnd
      started.withLock { started in
        if !started.servers.contains(where: { $0 === server }) { started.servers.append(server) }
      }
    }

    static func made(_ folder: String) { started.withLock { $0.folders.append(folder) } }

    static func end(below folder: String) {
      let ended = started.withLock { started in
        let ended = started.servers.filter { $0.folder.hasPrefix(folder + "/") }
        started.servers.removeAll { $0.folder.hasPrefix(folder + "/") }
        started.folders.removeAll { $0 == folder }
        return ended
      }
      for server in ended { server.end() }
    }

    private static func endAll() {
      let all = started.withLock { $0 }
      for server in all.servers { server.end() }
      for folder in all.folders { try? FileManager.default.removeItem(atPath: folder) }
    }
  }
#endif
