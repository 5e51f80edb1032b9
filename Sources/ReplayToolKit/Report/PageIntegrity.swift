import EventEngine

/// The evidence that a page's journal is as it was recorded.
struct PageIntegrity {
  let journal: String
  let size: Int
  let root: Digest
  /// The receipt of the head; nil if the page covers the past, or if the journal was not verified,
  /// is damaged or has lost events.
  private(set) var receipt: HeadReceipt?
  /// The defects; nil if the journal was not verified.
  private(set) var defects: [String]?
  /// The warning of `verify` that acknowledged events are lost.
  private(set) var missing: Bilingual?
  /// This warning as on the page.
  private(set) var warning: String?

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
    func inAnyFolder(_ text: Bilingual) -> String {
      text[common.locale].replacing("\(common.directory.path)/", with: "")
    }
    defects = findings.map(inAnyFolder)
    missing = verification.missingNote
    warning = missing.map(inAnyFolder)
    if last == verification.intact && verification.damageCount == 0 && missing == nil {
      receipt = HeadReceipt(verification)
    }
  }

  func verdict(_ page: PageContext) -> String {
    guard let defects else {
      return page.words(
        "не проверен; проверить его: \(page.tool) verify",
        "not verified; to verify it: \(page.tool) verify")
    }
    if !defects.isEmpty { return page.words("повреждён", "damaged") }
    return missing == nil
      ? page.words("проверен, цел", "verified, intact")
      : page.words(
        "проверен; подтверждённые события в конце потеряны",
        "verified; acknowledged events at the end are lost")
  }
}
