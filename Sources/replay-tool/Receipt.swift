import EventStore

/// What somebody keeps of a journal's head, to tell later whether it was tampered with.
struct Receipt: Codable {
  let journal: JournalID
  /// The number of events.
  let size: Int
  /// The root of the integrity tree over them, in hexadecimal.
  let root: String
  let time: Timestamp

  init(path: String) throws {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SmallFile.contents(of: path, limit: 1 << 20) } catch {
      throw ToolFailure(error == .noSuchFile ? .noInput : .inputOutput, "\(path): \(error)")
    }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      self = try decoder.decode(Receipt.self, from: bytes)
    } catch {
      throw ToolFailure(
        .malformedInput, "\(path) is no receipt: \(error)",
        hint: "replay-tool verify --json prints one")
    }
    guard size >= 0, Digest(hex: root) != nil else {
      throw ToolFailure(.malformedInput, "\(path) is no receipt: its size or its root is none")
    }
  }
}
