/// The periods in which a condition held, for several subjects. They are measured in numbers that
/// never decrease, such as the number of events so far.
struct Periods<Subject: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  struct Period: Codable, Equatable, Sendable {
    let subject: Subject
    let from: Int
    /// The first number after the period; nil while it lasts.
    fileprivate(set) var to: Int?

    func contains(_ number: Int) -> Bool { from <= number && number < to ?? .max }
  }

  private(set) var all: [Period] = []

  /// Begins a period of a subject, unless one is open.
  mutating func open(_ subject: Subject, at number: Int) {
    guard openPeriod(of: subject) == nil else { return }
    all.append(Period(subject: subject, from: number))
  }

  /// Ends the open period of a subject, if there is one. An empty period is forgotten, so a subject
  /// has at most one period for each number.
  mutating func close(_ subject: Subject, at number: Int) {
    guard let index = openPeriod(of: subject) else { return }
    if all[index].from == number { all.remove(at: index) } else { all[index].to = number }
  }

  private func openPeriod(of subject: Subject) -> Int? {
    all.lastIndex { $0.subject == subject && $0.to == nil }
  }
}
