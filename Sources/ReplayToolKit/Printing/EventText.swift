import EventEngine

/// An event as one line of text for people.
enum EventText {
  /// Prints the line of an event after `lead`. Further lines of a narrow screen are indented by two
  /// columns more.
  static func print(
    _ event: any ListedEvent, after lead: String = "", _ terminal: inout Terminal
  ) throws(SystemError) {
    try terminal.print(lead, wrapping: line(event, terminal), hanging: lead.columns + 2)
  }

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
