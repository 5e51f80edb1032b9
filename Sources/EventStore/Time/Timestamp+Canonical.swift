// The text of an instant in a record: exactly 24 bytes, always UTC, read and written as three words
// of eight bytes. Eight bytes are validated at once: XOR with a template turns separators into 0
// and digits into their values, and anything else sets a high bit.

extension Timestamp {
  /// The length of the canonical text in bytes.
  @inlinable package static var textLength: Int { 24 }

  /// Appends the 24 bytes of ``rfc3339``. Allocates only if the array has to grow.
  ///
  /// - Precondition: ``isRepresentable``.
  package func appendRFC3339(to bytes: inout [UInt8]) {
    precondition(isRepresentable, unwritable)
    let words = canonicalWords
    unsafe withUnsafeBytes(of: words) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Writes ``rfc3339``, 24 bytes, at `place`.
  @usableFromInline
  func write(to place: UnsafeMutablePointer<UInt8>) {
    precondition(isRepresentable, unwritable)
    let words = canonicalWords
    let memory = UnsafeMutableRawPointer(place)
    unsafe memory.storeBytes(of: words.0, as: UInt64.self)
    unsafe memory.storeBytes(of: words.1, toByteOffset: 8, as: UInt64.self)
    unsafe memory.storeBytes(of: words.2, toByteOffset: 16, as: UInt64.self)
  }

  /// The text as three little-endian words.
  private var canonicalWords: (UInt64, UInt64, UInt64) {
    let days = rawValue.floorDivided(by: 86_400_000)
    let date = GregorianDate(daysSinceEpoch: Int(days))
    let time = UInt64(rawValue - days * 86_400_000)
    let year = UInt64(date.year)
    let minutes = time / 60_000
    let seconds = time / 1000 % 60
    let milliseconds = time % 1000
    return (
      (CanonicalWord.yearMonth | twoDigits(year / 100) | twoDigits(year % 100) << 16
        | twoDigits(UInt64(date.month)) << 40).littleEndian,
      (CanonicalWord.dayMinute | twoDigits(UInt64(date.day)) | twoDigits(minutes / 60) << 24
        | twoDigits(minutes % 60) << 48).littleEndian,
      (CanonicalWord.second | twoDigits(seconds) << 8 | (milliseconds / 100) << 32
        | twoDigits(milliseconds % 100) << 40).littleEndian
    )
  }
}

/// Reads canonical texts. It caches the last minute, so that another time within that minute costs
/// two comparisons of eight bytes and the reading of five digits.
package struct TimestampParser: Sendable {
  /// The first sixteen bytes, `YYYY-MM-DDTHH:MM`, of the cached minute, as two little-endian words.
  @usableFromInline var prefix: (UInt64, UInt64)
  /// The cached minute, in milliseconds since the epoch.
  @usableFromInline var base: Int64

  /// A parser that has read nothing yet.
  @inlinable
  package init() {
    // The cache begins with 1970-01-01T00:00, so that it is never empty and needs no check for
    // that.
    prefix = (0x2D31_302D_3037_3931, 0x3030_3A30_3054_3130)
    base = 0
  }

  /// Reads exactly 24 bytes `YYYY-MM-DDTHH:MM:SS.mmmZ`; nil unless every byte is valid and the day
  /// and the time of day exist. Constant time, no allocation. The result never depends on earlier
  /// texts. The caller must ensure 24 readable bytes.
  @inlinable
  package mutating func parse(_ bytes: UnsafePointer<UInt8>) -> Timestamp? {
    let first = unsafe CanonicalWord.load(bytes)
    let second = unsafe CanonicalWord.load(bytes + 8)
    let third = unsafe CanonicalWord.load(bytes + 16)
    if first != prefix.0 || second != prefix.1 {
      guard let minute = CanonicalWord.minute(first, second) else { return nil }
      prefix = (first, second)
      base = minute
    }
    guard let rest = CanonicalWord.milliseconds(third) else { return nil }
    return Timestamp(rawValue: base + rest)
  }
}

/// Functions for eight bytes of a canonical text as a number whose lowest byte is the first.
@usableFromInline
enum CanonicalWord {
  /// `0000-00-`, `00T00:00` and `:00.000Z`.
  @usableFromInline static let yearMonth: UInt64 = 0x2D30_302D_3030_3030
  @usableFromInline static let dayMinute: UInt64 = 0x3030_3A30_3054_3030
  @usableFromInline static let second: UInt64 = 0x5A30_3030_2E30_303A

  @inlinable
  static func load(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    let word = unsafe UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// The value of each digit in the digit's byte, and 0 in the bytes of separators; nil if a byte
  /// does not match the template. `places` has 1 in the bytes of digits.
  @inlinable
  static func digits(_ word: UInt64, template: UInt64, places: UInt64) -> UInt64? {
    let values = word ^ template
    // Only the low four bits of a digit may be set, and none of a separator. Adding 6 to each digit
    // makes 10 to 15 carry into bit 4.
    let allowed = places &* 0x0F
    guard values & ~allowed == 0, (values &+ places &* 6) & ~allowed == 0 else { return nil }
    return values
  }

  /// The milliseconds since the minute that `:SS.mmmZ` stands for.
  @inlinable
  static func milliseconds(_ word: UInt64) -> Int64? {
    guard
      let digits = digits(word, template: 0x5A30_3030_2E30_303A, places: 0x0001_0101_0001_0100)
    else { return nil }
    let seconds = (digits >> 8 & 0xF) &* 10 &+ (digits >> 16 & 0xF)
    guard seconds <= 59 else { return nil }
    let hundreds = (digits >> 32 & 0xF) &* 100
    let rest = (digits >> 40 & 0xF) &* 10 &+ (digits >> 48 & 0xF)
    return Int64(truncatingIfNeeded: seconds &* 1000 &+ hundreds &+ rest)
  }

  /// The minute that `YYYY-MM-` and `DDTHH:MM` stand for, in milliseconds since the epoch.
  @usableFromInline
  static func minute(_ first: UInt64, _ second: UInt64) -> Int64? {
    guard let fields = DateTimeFields(first, second), let day = fields.day,
      fields.hour <= 23, fields.minute <= 59
    else { return nil }
    return (Int64(day.rawValue) * 1440 + Int64(fields.hour * 60 + fields.minute)) * 60_000
  }

  /// The number whose two digits are in the lowest bytes.
  static func pair(_ digits: UInt64) -> Int {
    Int(digits & 0xF) * 10 + Int(digits >> 8 & 0xF)
  }
}

/// The numbers in `YYYY-MM-DDTHH:MM`, which need not form a valid day and time of day.
private struct DateTimeFields {
  private let date: UInt64
  private let rest: UInt64

  /// Reads the fields; nil if a byte is not a digit or separator as required.
  init?(_ first: UInt64, _ second: UInt64) {
    guard
      let date = CanonicalWord.digits(
        first, template: CanonicalWord.yearMonth, places: 0x0001_0100_0101_0101),
      let rest = CanonicalWord.digits(
        second, template: CanonicalWord.dayMinute, places: 0x0101_0001_0100_0101)
    else { return nil }
    self.date = date
    self.rest = rest
  }

  /// The day; nil if it does not exist.
  var day: CalendarDay? {
    CalendarDay(
      year: CanonicalWord.pair(date) * 100 + CanonicalWord.pair(date >> 16),
      month: CanonicalWord.pair(date >> 40), day: CanonicalWord.pair(rest))
  }

  var hour: Int { CanonicalWord.pair(rest >> 24) }

  var minute: Int { CanonicalWord.pair(rest >> 48) }
}

/// The two decimal digits of a number below 100, as values, the tens in the lower byte.
func twoDigits(_ number: UInt64) -> UInt64 {
  let tens = number / 10
  return tens | (number - tens * 10) << 8
}
