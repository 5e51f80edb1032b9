import EventEngine

/// The evidence that a page's journal is as it was recorded.
struct PageIntegrity {
  let journal: String
  let size: Int
  let root: Digest
  /// The receipt of the head; nil if the page covers the past, or if the journal was not verified
  /// or is damaged.
  private(set) var receipt: HeadReceipt?
  /// The defects; nil if the journal was not verified.
  private(set) var defects: [String]?

  /// Journals up to this size are verified while the page is made.
  private static let mostBytes = 48 << 20

  init(
    _ common: CommonOptions, _ reader: inout JournalReader, through last: Position
  ) throws {
    journal = "\(reader.journal)"
    size = last.rawValue
    root = try reader.integrityTree(through: last).root
    guard try reader.byteCount() <= Self.mostBytes else { return }
    let verification = try common.directory.verify(wait: common.wait)
    let findings = verification.damages.map(\.text) + verification.derived.map(\.text)
    // The same journal has the same page in any folder.
    defects = findings.map { $0[common.locale].replacing("\(common.directory.path)/", with: "") }
    if last == verification.intact && verification.damageCount == 0 {
      receipt = HeadReceipt(verification)
    }
  }

  func verdict(_ language: Language) -> String {
    guard let defects else {
      return Bilingual(
        ru: "не проверен; проверить его: \(toolName) verify",
        en: "not verified; to verify it: \(toolName) verify")[language]
    }
    return defects.isEmpty
      ? Bilingual(ru: "проверен, цел", en: "verified, intact")[language]
      : Bilingual(ru: "повреждён", en: "damaged")[language]
  }
}
