import EventEngine
import Testing

extension History {
  /// The answer of a read model without parameters. See ``ask(_:_:at:in:sourceLocation:)``.
  public func ask<P: Projection<Event>>(
    _ projection: P.Type, at now: String? = nil, in locale: Language = .ru,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws(QueryRefusal) -> P.Answer where P.Parameters == NoParameters {
    try ask(P.self, NoParameters(), at: now, in: locale, sourceLocation: sourceLocation)
  }

  /// The answer of a read model as of the last event. Also expects the same answer from only the
  /// events of its `factTypes`, from only those that `facts(for:)` names, from a state restored from
  /// a snapshot, and from the summary if that answers the query. If the shape lists members, it must
  /// list all members of the answer.
  ///
  /// - Parameter now: the time of the query; nil: the time of the last event.
  /// - Throws: the refusal, if there is no answer.
  public func ask<P: Projection<Event>>(
    _ projection: P.Type, _ parameters: P.Parameters, at now: String? = nil,
    in locale: Language = .ru, sourceLocation: SourceLocation = #_sourceLocation
  ) throws(QueryRefusal) -> P.Answer {
    let context = context(at: now, in: locale)
    if let permission = P.permission(for: parameters) { try check(permission, context) }
    let everything = fold(P.self)
    let answer = text(everything, parameters, context)
    // Three more folds, since the order of a set differs often, but not always, between two folds.
    guard (1...3).allSatisfy({ _ in text(fold(P.self), parameters, context) == answer }) else {
      Issue.record(
        """
        two folds of the same events give different answers: the projection is not deterministic. \
        If the answer has a set or a dictionary, sort it into a list
        """, sourceLocation: sourceLocation)
      return try everything.answer(to: parameters, context)
    }
    if text(fold(P.self, .of(P.State.factTypes)), parameters, context) != answer {
      Issue.record(
        "\(P.State.lacksType(of: events))", sourceLocation: sourceLocation)
    } else {
      #expect(
        text(narrowFold(P.self, parameters), parameters, context) == answer,
        "the answer needs events that facts(for:) omits", sourceLocation: sourceLocation)
    }
    #expect(
      text(P(throughSnapshot(everything.state)), parameters, context) == answer,
      "a state restored from a snapshot gives another answer", sourceLocation: sourceLocation)
    #expect(
      !P.isAnsweredBySummary(parameters)
        || text(
          P.Summary(throughSnapshot(fold(P.Summary.self, .of(P.Summary.State.factTypes)).state)),
          parameters, context) == answer,
      "the summary gives another answer", sourceLocation: sourceLocation)
    let unnamed = members(of: answer).map(\.key).filter { !P.shape.shows.contains($0) }
    #expect(
      unnamed.isEmpty || P.shape.shows.isEmpty, "the shape does not list these members",
      sourceLocation: sourceLocation)
    let undeclared = plainLists(of: answer).filter { !P.shape.plainLists.contains($0) }
    #expect(
      undeclared.isEmpty || P.shape.shows.isEmpty,
      "the shape does not say that these lists have plain values", sourceLocation: sourceLocation)
    return try everything.answer(to: parameters, context)
  }

  /// The answer to JSON parameters as JSON, or the message of the refusal. Checks the same as
  /// ``ask(_:_:at:in:sourceLocation:)``.
  public func show<P: Projection<Event>>(
    _ projection: P.Type, _ parameters: JSONObject = [:], at now: String? = nil,
    in locale: Language = .ru, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    do throws(QueryRefusal) {
      let parameters = try P.parameters(parameters)
      return json(
        try ask(P.self, parameters, at: now, in: locale, sourceLocation: sourceLocation))
    } catch {
      return message(of: error, locale)
    }
  }

  private func check<Permission: QueryPermission>(
    _ permission: Permission, _ context: QueryContext
  ) throws(QueryRefusal) {
    let state = Permission.State(
      folding: events.lazy.compactMap { $0 as? Recorded<Permission.State.Event> })
    try permission.check(state, notBefore: events.last?.time, context)
  }

  /// The answer of a state, or the message of the refusal.
  package func answer<P: Projection<Event>>(_ state: P, _ parameters: JSONObject) -> String {
    do throws(QueryRefusal) {
      return text(state, try P.parameters(parameters), context(at: nil, in: .ru))
    } catch {
      return message(of: error, .ru)
    }
  }

  /// The members of an answer in JSON; none for a message.
  private func members(of answer: String) -> [JSONObject.Member] {
    do throws(JSONSyntaxError) {
      guard case .object(let object) = try JSONParser.parse(Array(answer.utf8)) else { return [] }
      return object.members
    } catch { return [] }
  }

  /// The members that are lists of plain values.
  private func plainLists(of answer: String) -> [String] {
    members(of: answer).filter { member in
      guard case .array(let items) = member.value, let first = items.first else { return false }
      return if case .object = first { false } else { true }
    }.map(\.key)
  }

  private func context(at now: String?, in locale: Language) -> QueryContext {
    let secrets = secrets
    let moment = Moment(now.map(instant) ?? self.now, in: zone)
    return QueryContext(at: moment, locale: locale) { (key, _, _) throws(QueryRefusal) in
      guard let secret = secrets[key.rawValue] else {
        throw .failure(.keyUnavailable(path: key.rawValue, reason: .missing))
      }
      return Array(secret.utf8)
    }
  }

  package func text<P: Projection>(
    _ state: P, _ parameters: P.Parameters, _ context: QueryContext
  ) -> String {
    do throws(QueryRefusal) {
      return json(try state.answer(to: parameters, context))
    } catch {
      return message(of: error, context.locale)
    }
  }

  private func message(of refusal: QueryRefusal, _ locale: Language) -> String {
    switch refusal {
    case .notFound(let text): "notFound: \(text[locale])"
    case .form(.missingField(let field, _)): "missingField: \(field)"
    case .form(.missingFields(let names)): "missingField: \(names.joined(separator: ", "))"
    case .form(.invalidField(let field, _)): "invalidField: \(field)"
    case .form(.unknownField(let field, _)): "unknownField: \(field)"
    case .unauthorised(let text): "unauthorised: \(text[locale])"
    case .failure(let error): "failure: \(error)"
    }
  }
}
