import EventStore
import Synchronization

/// The source of the ids, codes, secrets and salts that the engine generates.
package enum EngineRandom: Sendable {
  /// The operating system's generator, which is unpredictable.
  case system
  /// A hash of the command: a repeated command at the same time draws the same numbers. For checks
  /// that execute the same commands several times; never for a real journal.
  case repeatable

  private static let systemRandom = SystemRandom()

  func source(for request: CommandRequest) -> CommandRandom {
    switch self {
    case .system: CommandRandom(Self.systemRandom)
    case .repeatable: CommandRandom(SeededRandom(seed: request.contentHash))
    }
  }

  /// A salt of 16 bytes; zeros from the repeatable source.
  func salt() -> [UInt8] {
    switch self {
    case .system:
      var source = Self.systemRandom
      return source.next(16)
    case .repeatable: return Array(repeating: 0, count: 16)
    }
  }
}

/// The random numbers of one command.
final class CommandRandom: Sendable {
  private let source: Mutex<any RandomSource>

  init(_ source: any RandomSource) { self.source = Mutex(source) }

  func next64() -> UInt64 { source.withLock { $0.nextWords() }.0 }

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// A new id: 16 characters, 80 random bits.
  func freshID() -> String {
    let (first, second) = source.withLock { $0.nextWords() }
    var word = first
    var text: [UInt8] = []
    for index in 0..<16 {
      if index == 12 { word = second }
      text.append(Self.alphabet[Int(word & 31)])
      word >>= 5
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension CommandRequest {
  /// FNV-1a over the name, actor, time and fields of the command, without its id.
  fileprivate var contentHash: UInt64 {
    var json = JSONWriter()
    json.string(command)
    json.string(actor?.rawValue ?? "")
    json.string(at?.rfc3339 ?? "")
    json.canonical(.object(data))
    return json.bytes.reduce(0xcbf2_9ce4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
