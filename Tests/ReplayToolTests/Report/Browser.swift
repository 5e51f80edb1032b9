import Foundation
import Synchronization
import Testing

/// A headless Chromium that is driven by the DevTools protocol over two pipes: no network, no other
/// program. One process serves all tests; each test has its own tab.
final class Browser: Sendable {
  struct Failure: Error { let message: String }

  /// Nil where there is no Chromium; the tests that need one are skipped.
  static let path: String? = ["chromium", "chromium-browser", "google-chrome"].flatMap { name in
    ["/usr/bin", "/usr/local/bin", "/snap/bin"].map { "\($0)/\(name)" }
  }.first { FileManager.default.isExecutableFile(atPath: $0) }

  static let shared = Result { try Browser() }

  private struct State {
    var lastID = 0
    var replies: [Int: Reply] = [:]
    /// The reports of each tab.
    var events: [String: [Data]] = [:]
  }

  /// The message that answers one command. Each test waits for its own, so that tabs work in parallel.
  private final class Reply: Sendable {
    private let message = Mutex<Data?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func arrive(_ data: Data) {
      message.withLock { $0 = data }
      arrived.signal()
    }

    func wait() throws -> Data {
      guard arrived.wait(timeout: .now() + 60) == .success, let data = message.withLock({ $0 })
      else { throw Failure(message: "Chromium has not answered for a minute") }
      return data
    }
  }

  private let process: Process
  private let input: Mutex<FileHandle>
  private let state = Mutex(State())

  private init() throws {
    let path = try #require(Self.path)
    let folder = FileManager.default.temporaryDirectory.appending(path: "chromium-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let pipes = ["in", "out"].map { folder.appending(path: $0).path }
    let made = Process()
    made.executableURL = URL(filePath: "/usr/bin/mkfifo")
    made.arguments = pipes
    try made.run()
    made.waitUntilExit()
    let (input, output) = (
      try #require(FileHandle(forUpdatingAtPath: pipes[0])),
      try #require(FileHandle(forUpdatingAtPath: pipes[1]))
    )
    self.input = Mutex(input)
    process = Process()
    // The shell opens the pipes as file descriptors 3 and 4, and removes the profile at the end.
    // Chromium ends with the tests, since its input then ends.
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [
      "-c", #"folder=$1; shift; "$@" 3<"$folder/in" 4>"$folder/out"; rm -rf "$folder""#, "sh",
      folder.path, path, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
      "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
      "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A separate thread, since waiting tests may occupy all threads of the pool.
    Thread.detachNewThread { [self] in
      var bytes = Data()
      while true {
        let data = output.availableData
        if data.isEmpty { return }
        bytes.append(data)
        // Each message ends with a zero byte.
        guard data.contains(0) else { continue }
        var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        bytes = Data(parts.removeLast())
        for part in parts { receive(Data(part)) }
      }
    }
  }

  private func receive(_ data: Data) {
    guard let message = try? Self.object(data) else { return }
    if let id = message["id"] as? Int {
      state.withLock { $0.replies.removeValue(forKey: id) }?.arrive(data)
    } else if let tab = message["sessionId"] as? String {
      state.withLock { $0.events[tab, default: []].append(data) }
    }
  }

  /// Sends a command and returns its result; events on the way are kept for their tab.
  @discardableResult
  func send(
    _ method: String, _ parameters: [String: Any] = [:], to session: String? = nil
  ) throws -> [String: Any] {
    let reply = Reply()
    let id = state.withLock { state in
      state.lastID += 1
      state.replies[state.lastID] = reply
      return state.lastID
    }
    var envelope: [String: Any] = ["id": id, "method": method, "params": parameters]
    envelope["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: envelope) + Data([0])
    try input.withLock { try $0.write(contentsOf: bytes) }
    let answer = try Self.object(reply.wait())
    if let error = answer["error"] { throw Failure(message: "\(method): \(error)") }
    return answer["result"] as? [String: Any] ?? [:]
  }

  /// The events of a tab so far, by the name of the method.
  func events(_ method: String, of session: String) throws -> [[String: Any]] {
    try send("Runtime.evaluate", ["expression": "0"], to: session)
    return try state.withLock { $0.events[session] ?? [] }.map(Self.object)
      .filter { $0["method"] as? String == method }
  }

  private static func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
