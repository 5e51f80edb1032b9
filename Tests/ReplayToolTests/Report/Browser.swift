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
    var events: [String: [[String: Any]]] = [:]
  }

  private let process: Process
  private let input: FileHandle
  private let inbox = Inbox()
  private let state = Mutex(State())

  /// The bytes that Chromium has sent.
  private final class Inbox: Sendable {
    private let bytes = Mutex(Data())
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ data: Data) {
      bytes.withLock { $0.append(data) }
      arrived.signal()
    }

    /// The next message, which ends with a zero byte.
    func next() throws -> Data {
      while true {
        let message = bytes.withLock { bytes -> Data? in
          guard let end = bytes.firstIndex(of: 0) else { return nil }
          let message = bytes[bytes.startIndex..<end]
          bytes = Data(bytes[bytes.index(after: end)...])
          return Data(message)
        }
        if let message { return message }
        guard arrived.wait(timeout: .now() + 60) == .success else {
          throw Failure(message: "Chromium has not answered for a minute")
        }
      }
    }
  }

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
    self.input = input
    let inbox = inbox
    // A separate thread, since waiting tests may occupy all threads of the pool.
    Thread.detachNewThread {
      while true {
        let data = output.availableData
        if data.isEmpty { return }
        inbox.add(data)
      }
    }
    // The shell opens the pipes as file descriptors 3 and 4, and removes the profile at the end.
    // Chromium ends with the tests, since its input then ends.
    process = Process()
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
  }

  /// Sends a command and returns its result; events on the way are kept for their tab.
  @discardableResult
  func send(
    _ method: String, _ parameters: [String: Any] = [:], to session: String? = nil
  ) throws -> [String: Any] {
    let message = try JSONSerialization.data(withJSONObject: parameters)
    let result = try state.withLock { state -> Data in
      state.lastID += 1
      var envelope: [String: Any] = [
        "id": state.lastID, "method": method,
        "params": try JSONSerialization.jsonObject(with: message),
      ]
      envelope["sessionId"] = session
      try input.write(contentsOf: JSONSerialization.data(withJSONObject: envelope) + Data([0]))
      while true {
        let answer = try Self.object(inbox.next())
        if answer["id"] as? Int == state.lastID {
          if let error = answer["error"] { throw Failure(message: "\(method): \(error)") }
          return try JSONSerialization.data(withJSONObject: answer["result"] ?? [:])
        }
        if let tab = answer["sessionId"] as? String {
          state.events[tab, default: []].append(answer)
        }
      }
    }
    return try Self.object(result)
  }

  /// The events of a tab so far, by the name of the method.
  func events(_ method: String, of session: String) throws -> [[String: Any]] {
    try send("Runtime.evaluate", ["expression": "0"], to: session)
    let found = try state.withLock { state in
      try JSONSerialization.data(
        withJSONObject: (state.events[session] ?? []).filter { $0["method"] as? String == method })
    }
    return try JSONSerialization.jsonObject(with: found) as? [[String: Any]] ?? []
  }

  private static func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
