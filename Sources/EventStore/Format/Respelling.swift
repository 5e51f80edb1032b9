/// The same record spelled otherwise: its members in another order and with white space, as a
/// reader must take it. Only the erasable section stays where it is, since its bytes are what the
/// commitment was made of.
public struct Respelling {
  private var random: SeededRandom

  public init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Why a record as the journal holds it is not read alike by both paths and when it is spelled
  /// otherwise; nil when it is.
  ///
  /// - Parameter line: without its line feed.
  public mutating func problem(with line: [UInt8], of journal: JournalID) -> String? {
    var reader = SingleRecordDecoder(journal: journal)
    var straight: StoredEvent?
    let wrong = reader.read(line) { view in
      straight = StoredEvent(view)
      return nil
    }
    if let wrong { return "\(wrong)" }
    let respelled: [UInt8]
    do throws(JSONSyntaxError) { respelled = try respell(line, of: journal) } catch {
      return "\(error)"
    }
    var searched: StoredEvent?
    let reason = reader.readLeniently(respelled) { view in
      searched = StoredEvent(view)
      return view.commitmentFits ? nil : .commitment
    }
    if let reason { return "with its members in another order: \(reason)" }
    return straight == searched ? nil : "with its members in another order it is another event"
  }

  private mutating func respell(
    _ line: [UInt8], of journal: JournalID
  ) throws(JSONSyntaxError) -> [UInt8] {
    var members = JSONMembers()
    try members.scan(line)
    let isCore = { (key: String) in
      !["salt", "subjects", "personal", "personalTags", "fingerprint", "crc"].contains(key)
    }
    let core = members.members.filter { isCore($0.key) }.shuffled(using: &random)
    var out: [UInt8] = []
    for member in core {
      out += out.isEmpty ? Array("{".utf8) : Array(",".utf8)
      out += space()
      out += Array("\"\(member.key)\"".utf8) + space() + Array(":".utf8) + space()
      out += line[member.value] + space()
    }
    if let salt = members["salt"] {
      // From the comma in front of the salt's key on.
      out += line[(salt.lowerBound - 8)..<(line.count - RecordFormat.checksumLength)]
    }
    let sum = CRC32C.checksum(out, continuing: journal.checksumSeed)
    out += Array(#","crc":""#.utf8)
    out.append(hexadecimal: sum)
    return out + Array("\"}".utf8)
  }

  private mutating func space() -> [UInt8] {
    Array(repeating: 0x20, count: Int.random(in: 0...2, using: &random))
  }
}
