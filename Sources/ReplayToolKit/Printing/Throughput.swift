import EventEngine

/// The duration and rate of some work.
package struct Throughput {
  private let start = SystemClock.ticks()
  private var lastShown: UInt64

  package init() { lastShown = start }

  package var seconds: Double { Double(SystemClock.ticks() - start) / 1e9 }

  /// Returns `count` per second, as a whole number.
  package static func rate(_ count: Int, in seconds: Double) -> Int {
    seconds > 0 ? Int((Double(count) / seconds).rounded()) : 0
  }

  /// Returns the time that `count` events took and their rate: `in 0.120 s (8,333 events/s)`.
  static func text(_ count: Int, in seconds: Double) -> Bilingual {
    let rate = rate(count, in: seconds)
    return Bilingual(
      ru: "за \(seconds.russian(3)) с (событий в секунду: \(rate.russian))",
      en: "in \(seconds.fixed(3)) s (\(rate.grouped) events/s)")
  }

  /// Returns the time left as text; nil within the first second, or if the share is unknown.
  package func timeLeft(_ share: Double) -> Bilingual? {
    guard share > 0, share <= 1, seconds >= 1 else { return nil }
    let left = Int((seconds * (1 - share) / share).rounded(.up))
    let (number, ru, en) = left < 120 ? (left, "с", "s") : ((left + 59) / 60, "мин", "min")
    return Bilingual(ru: "осталось \(number) \(ru)", en: "\(number) \(en) left")
  }

  /// Shows the progress ten times per second at most, and never within the first 0.1 s.
  ///
  /// - Parameters:
  ///   - events: the number of events so far; nil if they are not counted.
  ///   - bytes: the number of bytes so far; nil if they are not counted.
  ///   - total: the number of bytes in all; zero if it is unknown.
  ///   - share: the share of the work that is done; nil for that of the bytes.
  package mutating func show(
    _ doing: Bilingual, events: Int? = nil, bytes: Int? = nil, of total: Int = 0,
    share: Double? = nil,
    _ terminal: inout Terminal
  ) {
    guard terminal.showsProgress else { return }
    let now = SystemClock.ticks()
    guard now - lastShown >= 100_000_000 else { return }
    lastShown = now
    var words: [Bilingual] = []
    let share = min(1, share ?? (total > 0 ? Double(bytes ?? 0) / Double(total) : 0))
    if share > 0 { words.append(.percent(share)) }
    if let events {
      let rate = Self.rate(events, in: seconds)
      words.append(Bilingual(ru: "событий: \(events.russian)", en: events.counted("event")))
      words.append(Bilingual(ru: "\(rate.russian) событий/с", en: "\(rate.grouped) events/s"))
    }
    if let bytes {
      let rate = (Double(bytes) / 1e6 / max(seconds, 1e-9)).fixed(0)
      words.append(Bilingual(ru: "\(rate) МБ/с", en: "\(rate) MB/s"))
    }
    if let left = timeLeft(share) { words.append(left) }
    terminal.progress(doing, words)
  }

  /// Shows the progress of work on a known number of events.
  mutating func show(
    _ doing: Bilingual, events: Int, of total: Int, _ terminal: inout Terminal
  ) {
    show(doing, events: events, share: Double(events) / Double(max(1, total)), &terminal)
  }
}

extension Terminal {
  /// Shows the progress of completing the index.
  ///
  /// - Parameter complete: completes the index, and reports the number of bytes done and in all.
  mutating func showIndexing(_ complete: ((_ done: Int, _ all: Int) -> Void) -> Void) {
    var throughput = Throughput()
    complete { done, all in
      throughput.show(Bilingual(ru: "индексация", en: "indexing"), bytes: done, of: all, &self)
    }
    clearProgress()
  }
}

// The texts of progress lines that several verbs share.
extension Bilingual {
  static let searching = Bilingual(ru: "поиск", en: "searching")
  static let importing = Bilingual(ru: "импорт", en: "importing")
  static let checking = Bilingual(ru: "проверка", en: "checking")
  static let replaying = Bilingual(ru: "воспроизведение", en: "replaying")

  /// The share of the work that is done.
  static func percent(_ share: Double) -> Bilingual {
    let text = "\(Int(share * 100)) %"
    return Bilingual(ru: text, en: text)
  }
}

/// The progress of a pass over the records of a journal.
struct ScanProgress: Sendable {
  private let doing: Bilingual
  /// The number of bytes in all; zero if it is unknown.
  var total: Int
  private var throughput = Throughput()
  private(set) var events = 0
  private var bytes = 0

  init(_ doing: Bilingual, of total: Int) {
    self.doing = doing
    self.total = total
  }

  mutating func show(_ view: RecordView, _ terminal: inout Terminal) {
    show(bytes: view.byteCount, &terminal)
  }

  /// - Parameter length: the length of the record that was passed.
  mutating func show(bytes length: Int, _ terminal: inout Terminal) {
    events += 1
    bytes += length
    if events & 0xfff == 0 {
      throughput.show(doing, events: events, bytes: bytes, of: total, &terminal)
    }
  }

  /// Clears the progress from the terminal.
  ///
  /// - Returns: the seconds since the beginning.
  func end(_ terminal: inout Terminal) -> Double {
    let seconds = throughput.seconds
    terminal.clearProgress()
    return seconds
  }
}

extension Int {
  /// The number with commas between groups of three digits: 1,234,567.
  package var grouped: String { grouped(in: .en) }

  /// The number in a Russian text, with no-break spaces between the groups.
  var russian: String { grouped(in: .ru) }

  func grouped(in language: Language) -> String {
    let digits = String(magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) {
        text.append(language == .ru ? "\u{A0}" : ",")
      }
      text.append(digit)
    }
    return self < 0 ? "-" + text : text
  }

  /// The number with its noun: 1 event, 2 events.
  func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}

extension Double {
  /// The number in a Russian text, with `digits` decimal places after a comma.
  func russian(_ digits: Int) -> String { fixed(digits, in: .ru) }

  func fixed(_ digits: Int, in language: Language) -> String {
    language == .ru ? fixed(digits).replacing(".", with: ",") : fixed(digits)
  }

  /// The number with `digits` decimal places.
  package func fixed(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((magnitude * scale).rounded())
    let whole = scaled / Int(scale)
    let rest = String(scaled % Int(scale))
    let sign = self < 0 ? "-" : ""
    if digits == 0 { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(String(repeating: "0", count: digits - rest.count))\(rest)"
  }
}

extension JSONWriter {
  /// Writes a number with at most six decimal places.
  package mutating func seconds(_ value: Double) { _ = double((value * 1e6).rounded() / 1e6) }

  /// Writes the members about the time that `count` events took.
  mutating func throughput(_ count: Int, in seconds: Double) {
    self.seconds("seconds", seconds)
    int("eventsPerSecond", Throughput.rate(count, in: seconds))
  }

  /// Writes a member with such a number.
  package mutating func seconds(_ key: StaticString, _ value: Double) {
    literalKey(key)
    seconds(value)
  }
}
