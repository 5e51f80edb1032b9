import EventEngine

/// An event as one line of text for people.
enum EventText {
  static func line(_ view: any ListedEvent, _ terminal: borrowing Terminal) -> String {
    let place = terminal.styled("\(view.position)", .bold)
    let type = terminal.styled(view.type.rawValue.printable, .cyan)
    var words = [place, terminal.styled("\(view.time)", .dim), type]
    if let actor = view.actor { words.append(by(actor, in: terminal.language)) }
    words += view.tags.map { terminal.styled($0.rawValue.printable, .green) }
    words.append(String(decoding: view.data, as: UTF8.self).printable)
    return words.joined(separator: " ")
  }

  /// The actor of an event or of a command.
  static func by(_ actor: String, in language: Language) -> String {
    "\(Bilingual(ru: "от", en: "by")[language]) \(actor.printable)"
  }
}
