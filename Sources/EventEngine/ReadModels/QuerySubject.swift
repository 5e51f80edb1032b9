import EventStore

/// A kind of thing that an answer is about: an event with the thing's tag may change the answer.
public struct QuerySubject: Sendable {
  private let key: String
  let parameters: [String]

  /// The things whose tags have this key.
  ///
  /// - Parameter parameters: the names of the parameters that identify the thing in a query, one
  ///   for each part of a compound tag; none: one parameter with the name of the key. Each must be
  ///   a field of the read model.
  public static func tag(_ key: String, parameters: String...) -> QuerySubject {
    QuerySubject(key: key, parameters: parameters.isEmpty ? [key] : parameters)
  }

  /// The parameters with a placeholder value each.
  var sample: JSONObject {
    var question = JSONObject()
    for name in parameters { question[name] = "x" }
    return question
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
    let tags = event.event.payload.tags + event.event.payload.personalTags
    return shape.subjects.flatMap { subject in
      tags.compactMap { subject.question(about: $0) }.filter {
        facts(toAnswer: $0).matches(event.type, tags)
      }
    }
  }

  /// The facts that a query depends on before any fact is folded; none if the query is malformed.
  static func facts(toAnswer question: JSONObject) -> Query {
    do throws(QueryRefusal) {
      return Self(State()).facts(for: try parameters(question))
    } catch { return .nothing }
  }
}

extension Projection {
  /// The queries whose answers an event of this type with these tags may change by itself: those
  /// about the things in its tags, and those about everything. Each query is also included with a
  /// viewer: an optional parameter that takes another thing in the tags. An example is the page of
  /// an item as seen by the user who has liked it.
  ///
  /// - Parameter ownViews: whether a viewer's query is included only if the event matches a fact
  ///   that the query without the viewer does not depend on.
  static func questions(
    touchedBy type: EventType, _ tags: [Tag], ownViews: Bool
  ) -> [JSONObject] {
    guard State.factTypes.contains(type) else { return [] }
    var found: [JSONObject] = []
    for question in plainQuestions(about: tags) {
      let facts = facts(toAnswer: question)
      if facts.matches(type, tags) { found.append(question) }
      for viewed in questions(question, seenBy: tags) {
        let viewedFacts = Self.facts(toAnswer: viewed).items.filter {
          !ownViews || !facts.items.contains($0)
        }
        if viewedFacts.contains(where: { $0.matches(type, tags) }) { found.append(viewed) }
      }
    }
    return found
  }

  /// Whether a query with these parameters is malformed.
  static func refuses(_ question: JSONObject) -> Bool {
    do throws(QueryRefusal) {
      _ = try parameters(question)
      return false
    } catch { return true }
  }

  /// The parameters of which a query needs at least one, as the refusal of a query without any names
  /// them.
  static var alternatives: [String] {
    do throws(QueryRefusal) { _ = try parameters([:]) } catch {
      if case .form(.missingFields(let names)) = error { return names }
    }
    return []
  }

  /// The queries with only their required parameters, or only those of one subject. A tag that does
  /// not contain valid ids gives no query: the events of other programs may have any tags.
  static func plainQuestions(about tags: [Tag]) -> [JSONObject] {
    let required = shape.fields.filter(\.isRequired)
    var questions = shape.subjects.flatMap { subject in
      tags.compactMap { subject.question(about: $0) }
    }
    if shape.subjects.isEmpty || required.isEmpty { questions.append([:]) }
    for field in required {
      questions = questions.flatMap { question in
        question[field.name] == nil ? field.filled(into: question, from: tags) : [question]
      }
    }
    return questions.filter { !refuses($0) }
  }

  /// The query with each viewer that the tags supply, an optional parameter that names a thing,
  /// such as the courier whose orders are listed. Each of these queries is also included with each
  /// word of another optional parameter, if that word makes the query depend on further facts. The
  /// parameters are in the order of the fields, so that the same query is not asked twice.
  static func questions(_ question: JSONObject, seenBy tags: [Tag]) -> [JSONObject] {
    let open = shape.fields.filter { !$0.isRequired && question[$0.name] == nil }
    let viewed = open.flatMap { $0.filled(into: question, from: tags) }
    let worded = viewed.flatMap { viewed in
      let known = facts(toAnswer: viewed).items
      return open.filter { $0.tagKey == nil }
        .flatMap { field in field.words.map { field.filled(into: viewed, with: $0) } }
        .filter { !facts(toAnswer: $0).items.allSatisfy(known.contains) }
    }
    return (viewed + worded).filter { !refuses($0) }.map { question in
      var ordered = JSONObject()
      for field in shape.fields { ordered[field.name] = question[field.name] }
      return ordered
    }
  }
}

extension FieldShape {
  /// The query with this parameter, once for each tag that names such a thing; for a required
  /// parameter that takes a few known words, once for each of these.
  fileprivate func filled(into question: JSONObject, from tags: [Tag]) -> [JSONObject] {
    let values =
      tagKey.map { key in
        tags.filter { $0.key == key }.map { String($0.rawValue.dropFirst(key.count + 1)) }
      } ?? (isRequired ? words : [])
    return values.map { filled(into: question, with: $0) }
  }

  fileprivate func filled(into question: JSONObject, with value: String) -> JSONObject {
    var question = question
    question[name] = .string(value)
    return question
  }
}
