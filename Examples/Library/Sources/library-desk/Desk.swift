import EventEngine
import Foundation
import Library

/// A lending desk in one process: three members want the same books at the same moment, while a
/// screen shows every loan and return.
@main struct Desk {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    guard words.count <= 1, words.first?.hasPrefix("-") != true else {
      FileHandle.standardError.write(Data("usage: library-desk [JOURNAL]\n".utf8))
      exit(64)
    }
    let path = words.first ?? "library.journal"
    let engine = try await Engine.open(path, domains: [.library], creating: JournalSettings())
    let start = try await engine.head()
    let screen = Task {
      for try await stored in engine.follow(.of(LibraryEvent.catalog.readableTypes), after: start) {
        guard let event = try LibraryEvent.catalog.event(of: stored) else { continue }
        print("event \(stored.position): \(stored.type) \(event)")
      }
    }

    // The commands of all tasks share syncs. Each book goes to only one of the members.
    await withTaskGroup { group in
      for member: MemberID in ["adam", "eva", "kim"] {
        group.addTask { await lend(["1", "2", "3", "4"], to: member, engine) }
      }
    }

    // An answer includes everything that was recorded before the query.
    for loan in try await engine.ask(OnLoan.self).books {
      print("book \(loan.book) is with \(loan.member) since \(loan.since)")
      try await engine.issue(Loans.self, .takeBack(loan.book), by: "desk")
    }
    let now = try await engine.ask(OnLoan.self).books.count
    let before = try await engine.ask(OnLoan.self, asOf: .position(start)).books.count
    print("on loan: \(before) at the start, \(now) at the end")

    try await Task.sleep(for: .milliseconds(100))
    screen.cancel()
    await engine.close()
  }

  private static func lend(_ books: [BookID], to member: MemberID, _ engine: Engine) async {
    for book in books {
      do {
        try await engine.issue(Loans.self, .lend(book, to: member), by: "desk")
      } catch let refusal as Loans.Refusal {
        print("book \(book) for \(member): \(refusal.message(in: .en))")
      } catch {
        print("book \(book) for \(member): \(error)")
      }
    }
  }
}
