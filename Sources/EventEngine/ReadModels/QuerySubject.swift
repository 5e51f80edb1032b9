import EventStore

/// A thing that an answer is about: an event with its tag may change the answer.
public struct QuerySubject: Sendable {
  private let key: String
  private let parameters: [String]

  /// The thing whose tags begin with `key`.
  ///
  /// - Parameter parameters: those that name it in a question, one for each part of a compound tag;
  ///   none: the one that is called `key`.
  public static func tag(_ key: String, parameters: String...) -> QuerySubject {
    QuerySubject(key: key, parameters: parameters.isEmpty ? [key] : parameters)
  }

  /// The parameters of the answer about the thing with this tag; nil for another kind of thing.
  func question(about tag: Tag) -> JSONObject? {
    guard tag.key == key else { return nil }
    let parts = tag.rawValue.dropFirst(key.count + 1).split(
      separator: "/", maxSplits: parameters.count - 1, omittingEmptySubsequences: false)
    guard parts.count == parameters.count else { return nil }
    var question = JSONObject()
    for (name, part) in zip(parameters, parts) { question[name] = .string(String(part)) }
    return question
  }
}

extension Projection {
  /// The answers about the things that `event` is tagged with, as far as it is among their facts.
  public static func keysByTag(touchedBy event: Recorded<Event>) -> [JSONObject] {
    guard !shape.subjects.isEmpty, State.factTypes.contains(event.type) else { return [] }
    let tags = event.event.payload.tags
    return shape.subjects.flatMap { subject in
      tags.compactMap { subject.question(about: $0) }.filter {
        facts(toAnswer: $0).matches(event.type, tags)
      }
    }
  }

  /// The facts that a question depends on before any is folded; none for a malformed question.
  private static func facts(toAnswer question: JSONObject) -> Query {
    do throws(QueryRefusal) {
      return Self(State()).facts(for: try parameters(question))
    } catch { return .nothing }
  }
}
