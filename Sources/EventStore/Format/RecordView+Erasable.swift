/// The places of a record's commitment and erasable section in its line.
struct ErasableView {
  /// The hexadecimal digits of the commitment in the core.
  var commitment: Range<Int>
  /// The erasable section; nil once it is erased.
  var section: Section?

  struct Section {
    /// The hexadecimal digits of the salt.
    var salt: Range<Int>
    /// All bytes after the salt, which the commitment covers together with it.
    var committed: Range<Int>
    var subjects: Range<Int>
    var personal: Range<Int>?
    var tags: Range<Int>?
    var fingerprint: Range<Int>?
  }
}

extension RecordView {
  /// The commitment and the erasable section; nil if the record never had any.
  ///
  /// - Parameter dataEnd: the end of the payload, if the caller knows it.
  func erasable(after dataEnd: Int? = nil) -> ErasableView? {
    var view = section(after: dataEnd)
    if hiddenSectionSeed != nil { view?.section = nil }
    return view
  }

  /// The section in the line, even if it counts as erased.
  func section(after dataEnd: Int?) -> ErasableView? {
    // Most records have none, and searching for the keyword is faster than finding the payload's
    // end.
    guard dataEnd != nil || mentionsCommitment else { return nil }
    var place = dataEnd ?? self.dataEnd
    guard let commitment = quoted(after: #","commitment":""#, &place) else { return nil }
    guard let salt = quoted(after: #","salt":""#, &place) else {
      return ErasableView(commitment: commitment, section: nil)
    }
    let start = place
    guard let subjects = value(after: #","subjects":"#, &place) else {
      return ErasableView(commitment: commitment, section: nil)
    }
    let personal = value(after: #","personal":"#, &place)
    let tags = value(after: #","personalTags":"#, &place)
    let fingerprint = quoted(after: #","fingerprint":""#, &place)
    return ErasableView(
      commitment: commitment,
      section: .init(
        salt: salt, committed: start..<place, subjects: subjects, personal: personal, tags: tags,
        fingerprint: fingerprint))
  }

  /// Whether `,"commitment":"` occurs anywhere after the beginning of the payload.
  private var mentionsCommitment: Bool {
    var place = unsafe line + dataStart
    let end = unsafe line + length
    while unsafe place < end {
      // Three of its characters distinguish the keyword from nearly everything else.
      let block = unsafe UnsafeRawPointer(place)
      let first = unsafe block.loadUnaligned(as: SIMD16<UInt8>.self)
      let third = unsafe block.loadUnaligned(fromByteOffset: 2, as: SIMD16<UInt8>.self)
      let fifth = unsafe block.loadUnaligned(fromByteOffset: 4, as: SIMD16<UInt8>.self)
      let candidates =
        (first .== SIMD16<UInt8>(repeating: UInt8(ascii: ",")))
        .& (third .== SIMD16<UInt8>(repeating: UInt8(ascii: "c")))
        .& (fifth .== SIMD16<UInt8>(repeating: UInt8(ascii: "m")))
      guard let lane = JSONScan.firstLane(of: candidates) else {
        unsafe place += 16
        continue
      }
      unsafe place += lane
      if unsafe RecordReader.matches(place, #","commitment":""#) { return true }
      unsafe place += 1
    }
    return false
  }

  /// The content of the string whose opening quotation mark ends `literal`; nil if `literal` is not
  /// here or the content has an escape.
  private func quoted(after literal: StaticString, _ place: inout Int) -> Range<Int>? {
    guard unsafe RecordReader.matches(line + place, literal) else { return nil }
    let start = place + literal.utf8CodeUnitCount
    let stop = unsafe JSONScan.stringEnd(line + start) - line
    guard unsafe line[stop] == UInt8(ascii: "\"") else { return nil }
    place = stop + 1
    return start..<stop
  }

  /// The bytes of the JSON value after `literal`; nil if `literal` is not here.
  private func value(after literal: StaticString, _ place: inout Int) -> Range<Int>? {
    guard unsafe RecordReader.matches(line + place, literal) else { return nil }
    let start = place + literal.utf8CodeUnitCount
    guard let end = unsafe JSONScan.skipValue(line + start, end: line + length) else { return nil }
    place = unsafe end - line
    return start..<place
  }

  func bytes(_ range: Range<Int>) -> [UInt8] { unsafe Array(utf8(range)) }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes(range), as: UTF8.self) }

  /// Tags made from personal data; none once they are erased.
  package var personalTags: [Tag] {
    guard let range = erasable()?.section?.tags else { return [] }
    return texts(at: range.lowerBound).map(Tag.init(rawValue:))
  }

  /// Appends the personal data, if there is any that is not erased.
  package func appendPersonal(to bytes: inout [UInt8]) {
    guard let range = erasable()?.section?.personal else { return }
    unsafe bytes.append(contentsOf: utf8(range))
  }

  /// Whether the commitment matches the erasable section; true if the section is erased or hidden.
  func commitmentMatches(_ view: ErasableView) -> Bool {
    guard let section = view.section, hiddenSectionSeed == nil else { return true }
    guard let salt = unsafe Hexadecimal.decode(utf8(section.salt)) else { return false }
    var hash = SHA256()
    hash.update(salt)
    unsafe hash.update(UnsafeRawBufferPointer(utf8(section.committed)))
    return unsafe hash.finalize().isSpelled(by: UnsafeRawBufferPointer(utf8(view.commitment)))
  }

  func utf8(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: line + range.lowerBound, count: range.count)
  }
}
