import EventStore

/// A kind of thing that an answer is about: an event with the thing's tag may change the answer.
public struct QuerySubject: Sendable {
  private let key: String
  private let parameters: [String]

  /// The things whose tags begin with `key`.
  ///
  /// - Parameter parameters: the names of the parameters that identify the thing in a query, one
  ///   for each part of a compound tag; none: the parameter called `key`.
  public static func tag(_ key: String, parameters: String...) -> QuerySubject {
    QuerySubject(key: key, parameters: parameters.isEmpty ? [key] : parameters)
  }

  /// The parameters of the query about the thing with this tag; nil if the tag names another kind
  /// of thing.
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
  /// The answers about the things that `event` is tagged with, if the event is among their facts.
  public static func keysByTag(touchedBy event: Recorded<Event>) -> [JSONObject] {
    guard !shape.subjects.isEmpty, State.factTypes.contains(event.type) else { return [] }
    let tags = event.event.payload.tags
    return shape.subjects.flatMap { subject in
      tags.compactMap { subject.question(about: $0) }.filter {
        facts(toAnswer: $0).matches(event.type, tags)
      }
    }
  }

  /// The facts that a query depends on before any fact is folded; none if the query is malformed.
  private static func facts(toAnswer question: JSONObject) -> Query {
    do throws(QueryRefusal) {
      return Self(State()).facts(for: try parameters(question))
    } catch { return .nothing }
  }
}
