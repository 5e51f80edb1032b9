#if PostgreSQL
  import Foundation
  import Synchronization

  /// A proxy between a client and a server. It cuts connections after a number of messages from the
  /// client, or changes statements.
  final class WireProxy: Sendable {
    let port: Int
    private let server: Int
    private let listener: Int32
    private let changes: [Change]
    private let changesLater: Bool
    private let mostRead: Int
    /// The number of messages after which the next connection is cut; nil: never.
    private let cutAfter = Mutex<Int?>(nil)
    /// The number of bytes after which a connection stalls; nil: never.
    private let stallAfter = Mutex<Int?>(nil)
    private let sent = Atomic<Int>(0)
    private let wasCut = Atomic<Bool>(false)
    private let open = Mutex<[Wire]>([])
    private let accepted = Atomic<Int>(0)

    /// The number of connections so far.
    var connections: Int { accepted.load(ordering: .sequentiallyConsistent) }

    typealias Change = (from: String, to: String)

    /// - Parameters:
    ///   - changes: texts of statements that are replaced.
    ///   - later: whether they are replaced only after a connection was cut.
    ///   - mostRead: the number of bytes that are read from the server on a connection; the rest
    ///     stays unread.
    init(
      before server: Int, changing changes: [Change] = [], later: Bool = false,
      reading mostRead: Int = .max
    ) throws {
      self.server = server
      self.changes = changes
      self.mostRead = mostRead
      changesLater = later
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.address(0)
      let isBound = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isBound, listen(descriptor, 64) == 0 else { throw CocoaError(.fileNoSuchFile) }
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe getsockname(descriptor, $0, &length)
        }
      }
      port = Int(UInt16(bigEndian: address.sin_port))
      listener = descriptor
      Thread.detachNewThread { [weak self] in
        while true {
          let client = accept(descriptor, nil, nil)
          if client < 0 { return }
          guard let self else {
            close(client)
            return
          }
          self.accepted.add(1, ordering: .sequentiallyConsistent)
          self.serve(client)
        }
      }
    }

    /// Accepts no more connections.
    func refuse() { shutdown(listener, Int32(SHUT_RDWR)) }

    deinit {
      refuse()
      close(listener)
    }

    /// Cuts the connection that sends this message, right after the server has received it.
    /// Messages are counted from now on, over all connections.
    func cut(afterMessage number: Int) {
      sent.store(0, ordering: .sequentiallyConsistent)
      cutAfter.withLock { $0 = number }
    }

    /// Stalls the connection of a client that sends this byte: it stays open, but nothing more is
    /// read from that client. Bytes are counted from now on, over all connections.
    func stall(afterByte number: Int) { stallAfter.withLock { $0 = number } }

    /// Whether `stall(afterByte:)` has stalled its connection.
    var hasStalled: Bool { stallAfter.withLock { $0 == nil } }

    /// The part of a message that is passed on before its connection stalls; nil: all of it.
    private func rest(of message: [UInt8]) -> [UInt8]? {
      stallAfter.withLock { limit in
        guard let left = limit else { return nil }
        limit = left < message.count ? nil : left - message.count
        return limit == nil ? Array(message.prefix(left)) : nil
      }
    }

    /// Cuts all connections.
    func cutAll() {
      wasCut.store(true, ordering: .sequentiallyConsistent)
      let wires = open.withLock { $0 }
      for wire in wires { wire.cut() }
    }

    /// Keeps all connections open, and passes on nothing of them any more.
    func forgetAll() { for wire in open.withLock({ $0 }) { wire.forget() } }

    /// Whether `cut(afterMessage:)` has cut its connection.
    var hasCut: Bool { cutAfter.withLock { $0 == nil } }

    private static func address(_ port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      return address
    }

    private func serve(_ client: Int32) {
      let target = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = Self.address(server)
      let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe connect(target, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      // Without this, each message would wait for the acknowledgement of the one before it.
      for descriptor in [client, target] {
        var isOn: Int32 = 1
        _ = unsafe setsockopt(
          descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      }
      let wire = Wire(client, target)
      guard isConnected else { return }
      open.withLock { open in
        open.removeAll(where: \.isCut)
        open.append(wire)
      }
      Thread.detachNewThread { [mostRead] in
        var read = 0
        while let bytes = Self.read(target, upTo: 65536),
          wire.isForgotten || Self.write(bytes, to: client)
        {
          read += bytes.count
          if read >= mostRead { return }
        }
        wire.cut()
      }
      Thread.detachNewThread { [weak self] in
        var hasStarted = false
        while let message = Self.message(of: client, isTyped: hasStarted) {
          // A message with the version of the protocol begins the session; other requests may
          // precede it.
          if !hasStarted { hasStarted = message[4..<8].elementsEqual([0, 3, 0, 0]) }
          if wire.isForgotten { continue }
          if let part = self?.rest(of: message) {
            _ = Self.write(part, to: target)
            return
          }
          guard let self, Self.write(self.changed(message), to: target) else { break }
          if self.isToBeCut() { break }
        }
        wire.cut()
      }
    }

    private func isToBeCut() -> Bool {
      let number = sent.add(1, ordering: .sequentiallyConsistent).newValue
      return cutAfter.withLock { limit in
        guard let wanted = limit, number >= wanted else { return false }
        limit = nil
        wasCut.store(true, ordering: .sequentiallyConsistent)
        return true
      }
    }

    /// The message with its statement replaced.
    private func changed(_ message: [UInt8]) -> [UInt8] {
      guard message[0] == UInt8(ascii: "P"), !changes.isEmpty,
        !changesLater || wasCut.load(ordering: .sequentiallyConsistent)
      else { return message }
      var body = Data(message.dropFirst(5))
      for (from, to) in changes {
        while let range = body.range(of: Data(from.utf8)) {
          body.replaceSubrange(range, with: Data(to.utf8))
        }
      }
      let length = UInt32(body.count + 4)
      return [message[0]] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
        + body
    }

    private static func message(of client: Int32, isTyped: Bool) -> [UInt8]? {
      let prefix = isTyped ? 5 : 4
      guard let head = read(client, exactly: prefix) else { return nil }
      let length = head.suffix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length >= 4, let rest = read(client, exactly: length - 4) else { return nil }
      return head + rest
    }

    private static func read(_ file: Int32, upTo count: Int) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      let read = unsafe recv(file, &bytes, count, 0)
      return read > 0 ? Array(bytes.prefix(read)) : nil
    }

    private static func read(_ file: Int32, exactly count: Int) -> [UInt8]? {
      var bytes: [UInt8] = []
      while bytes.count < count {
        guard let more = read(file, upTo: count - bytes.count) else { return nil }
        bytes += more
      }
      return bytes
    }

    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
      var done = 0
      while done < bytes.count {
        let rest = Array(bytes[done...])
        let count = unsafe send(file, rest, rest.count, Int32(MSG_NOSIGNAL))
        if count <= 0 { return false }
        done += count
      }
      return true
    }
  }

  /// A connection of a client and the one to the server. Closed with the last reference.
  private final class Wire: Sendable {
    private let ends: [Int32]
    private let cutMark = Atomic<Bool>(false)
    private let forgetMark = Atomic<Bool>(false)

    init(_ client: Int32, _ target: Int32) { ends = [client, target] }

    deinit { for end in ends { close(end) } }

    var isCut: Bool { cutMark.load(ordering: .sequentiallyConsistent) }
    var isForgotten: Bool { forgetMark.load(ordering: .sequentiallyConsistent) }

    func forget() { forgetMark.store(true, ordering: .sequentiallyConsistent) }

    func cut() {
      cutMark.store(true, ordering: .sequentiallyConsistent)
      for end in ends { shutdown(end, Int32(SHUT_RDWR)) }
    }
  }
#endif
