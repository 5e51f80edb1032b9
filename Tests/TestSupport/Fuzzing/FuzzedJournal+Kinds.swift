import EventEngine
import Projections

/// One case of each kind of file. Each function returns whether the file was accepted.
extension FuzzedJournal {
  private static let manifestPath = "\(path)/journal.json"

  func manifest(_ random: inout SeededRandom) throws -> Bool {
    let whole = contents[Self.manifestPath] ?? []
    let line = Sealing.line(Sealing.object(whole).mutated(&random)) + [0x0a]
    let directory = try with(Self.manifestPath, line)
    let former = try self.directory.manifest()
    let found = Self.attempt { try directory.manifest() }
    guard let verified = try use(directory, &random), verified.damageCount == 0 else {
      return false
    }
    // An older list of closed segments is valid, too.
    if line != whole, found?.closed == former.closed, HeadReceipt(verified) == receipt {
      throw FuzzFinding(
        "a receipt holds for another manifest: \(String(decoding: line, as: UTF8.self))")
    }
    return true
  }

  func recordsHeader(_ random: inout SeededRandom) throws -> Bool {
    let whole = RecordsHeader(try directory.manifest(), events: lines.count).encoded()
    let line = Sealing.line(Sealing.object(whole).mutated(&random))
    guard let header = Self.attempt({ try RecordsHeader(line) }) else { return false }
    let target = JournalDirectory("/imported", files: files.copy())
    do throws(RecordsImportError) {
      var records = try RecordsImport.begin(header, into: target, wait: 0)
      for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
      try records.finish()
    } catch { return true }
    guard let verified = try use(target, &random), header.journal == id else { return true }
    if line != whole, HeadReceipt(verified) == receipt {
      throw FuzzFinding(
        "a receipt holds for another header: \(String(decoding: line, as: UTF8.self))")
    }
    return true
  }

  func record(_ random: inout SeededRandom) throws -> Bool {
    let paths = contents.keys.filter { $0.hasSuffix(".jsonl") }.sorted()
    let path = paths[random.below(paths.count)]
    var records = (contents[path] ?? []).split(separator: 0x0a).map(Array.init)
    let number = random.below(records.count)
    switch random.below(8) {
    case 0: records.swapAt(number, random.below(records.count))
    case 1: records.insert(records[random.below(records.count)], at: number)
    default:
      let object = Sealing.object(records[number]).mutated(&random)
      records[number] = Sealing.line(object.isEmpty ? [0] : object, of: id)
    }
    let bytes = Array(records.joined(separator: [0x0a])) + [0x0a]
    let verified = try use(with(path, bytes), &random)
    if verified?.damageCount == 0, bytes != contents[path], let verified,
      HeadReceipt(verified) == receipt, !onlySectionsDiffer(records, at: path)
    {
      throw FuzzFinding("a receipt holds for other records")
    }
    return verified?.damageCount == 0
  }

  /// The tree consists of record cores, which contain commitments to the erasable sections.
  private func onlySectionsDiffer(_ records: [[UInt8]], at path: String) -> Bool {
    func core(_ line: [UInt8]) -> String {
      let text = String(decoding: line.dropLast(18), as: UTF8.self)
      return text.firstRange(of: ",\"salt\":").map { String(text[..<$0.lowerBound]) } ?? text
    }
    let former = (contents[path] ?? []).split(separator: 0x0a).map { core(Array($0)) }
    return records.map(core) == former
  }

  func key(_ random: inout SeededRandom) throws -> Bool {
    let path = "\(Self.path)/journal.key"
    let directory = try with(path, (contents[path] ?? []).torn(&random))
    guard let verified = try use(directory, &random) else { return false }
    guard verified.damageCount == 0, verified.derived.isEmpty else {
      throw FuzzFinding("the records depend on the key: \(verified.damages) \(verified.derived)")
    }
    return verified.keyProblem == nil
  }

  func suspect(_ random: inout SeededRandom) throws -> Bool {
    let open = contents.keys.filter { $0.hasSuffix(".jsonl") }.max() ?? ""
    let first = Int(open.suffix(26).dropLast(6)) ?? 1
    let length = contents[open]?.count ?? 0
    let object = Array(#"{"segment":\#(first),"length":\#(length)}"#.utf8).mutated(&random)
    let directory = try with("\(Self.path)/journal.suspect", Sealing.line(object) + [0x0a])
    return try use(directory, &random)?.damageCount == 0
  }

  func consumer(_ random: inout SeededRandom) throws -> Bool {
    let path = "\(Self.path)/consumers/mirror"
    let object = Sealing.object(contents[path] ?? []).mutated(&random)
    let directory = try with(path, Sealing.line(object) + [0x0a])
    do throws(JournalError) {
      let place = try ConsumerCheckpoint("mirror", in: directory, of: id)
      guard let position = place.position else { return false }
      var reader = try JournalReader.open(directory, wait: 0)
      var count = 0
      try reader.forEach(after: position) { (_) throws(JournalError) in
        count += 1
        return true
      }
      return true
    } catch {
      try Self.requireReason(error)
      return false
    }
  }

  func secret(_ random: inout SeededRandom) throws -> Bool {
    let path = "\(Self.path)/secrets/k-1.json"
    let line = Sealing.line(Sealing.object(contents[path] ?? []).mutated(&random)) + [0x0a]
    let directory = try with(path, line)
    do throws(JournalError) {
      _ = try SecretStore(directory).bytes(of: SecretKeyID(rawValue: "k-1"))
    } catch {
      try Self.requireReason(error)
      return false
    }
    try use(directory, &random)
    return true
  }

  func receipt(_ random: inout SeededRandom) throws -> Bool {
    let object = try receiptObject().mutated(&random)
    guard let other = Self.attempt({ try HeadReceipt(object) }) else { return false }
    if case .covered = proof.verdict(for: other), other.root != receipt.root,
      other.root != proof.extends?.root
    {
      throw FuzzFinding("a proof holds for another receipt")
    }
    _ = Self.attempt { try directory.verify(rootAt: other.size, wait: 0) }
    return true
  }

  private func receiptObject() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(receipt, into: &bytes)
    return bytes
  }

  func proof(_ random: inout SeededRandom) throws -> Bool {
    guard let other = Self.attempt({ try EventProof(proof.encoded().mutated(&random)) }) else {
      return false
    }
    var short = try JSONParser.parse(receiptObject())
    guard case .object(var members) = short else { return false }
    members["size"] = .number(JSONNumber(proof.size))
    members["root"] = .string(proof.root.hex)
    short = .object(members)
    let held = try HeadReceipt(Array("\(short)".utf8))
    if case .covered = other.verdict(for: held),
      other.core != proof.core || other.position != proof.position
    {
      throw FuzzFinding(
        "a changed proof holds: \(String(decoding: other.encoded(), as: UTF8.self))")
    }
    _ = other.verdict(for: receipt)
    return true
  }
}
