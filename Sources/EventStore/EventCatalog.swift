/// The shapes a journal may hold for one domain: type and version of a record, and the decoding of
/// its payload into an event. Retired shapes are upcast before any fold sees them.
public struct EventCatalog<Event: EventStore.Event>: Sendable {
  /// One recorded shape.
  @usableFromInline
  package struct Shape: Sendable {
    /// The recorded type.
    package let type: EventType
    /// The version of the shape.
    package let version: SchemaVersion
    /// Whether the shape is no longer recorded.
    package let isRetired: Bool
    /// Whether it records personal data, which can be erased.
    package let hasPersonalData: Bool
    /// The members of the payload's JSON.
    package let members: @Sendable () -> [PayloadMember]
    let decodeStored:
      @Sendable (StoredEvent, inout PayloadDecoder) throws(PayloadDecodingError) -> Event
    /// Decodes a record with its metadata, for a later fold.
    let recorded:
      @Sendable (RecordView, CalendarDay, inout PayloadDecoder)
        throws(PayloadDecodingError) -> Recorded<Event>
    let subscribe: @Sendable ([any EventFold<Event>]) -> RecordDelivery

    @usableFromInline
    init(
      type: EventType, version: SchemaVersion, isRetired: Bool, hasPersonalData: Bool,
      members: @escaping @Sendable () -> [PayloadMember],
      decodeStored:
        @escaping @Sendable (StoredEvent, inout PayloadDecoder) throws(PayloadDecodingError) ->
        Event,
      recorded:
        @escaping @Sendable (RecordView, CalendarDay, inout PayloadDecoder)
        throws(PayloadDecodingError) -> Recorded<Event>,
      subscribe: @escaping @Sendable ([any EventFold<Event>]) -> RecordDelivery
    ) {
      self.type = type
      self.version = version
      self.isRetired = isRetired
      self.hasPersonalData = hasPersonalData
      self.members = members
      self.decodeStored = decodeStored
      self.recorded = recorded
      self.subscribe = subscribe
    }
  }

  package fileprivate(set) var shapes: [Shape] = []
  /// The indices of each type's shapes, retired ones included.
  private var places: [EventType: [Int]] = [:]
  /// The types of the payloads that are recorded today.
  @usableFromInline var payloads: Set<ObjectIdentifier> = []

  /// Folds decoded events. Made in the domain's module, where the loop is compiled for its events:
  /// generic code would look up their type and count their references for each of them.
  let fold: @Sendable (DecodedEvents<Event>) -> Void

  /// An empty catalog, to which `current` and `retired` add shapes.
  @inlinable
  public init() {
    self.init { $0.applyAll() }
  }

  @usableFromInline
  init(fold: @escaping @Sendable (DecodedEvents<Event>) -> Void) { self.fold = fold }

  /// The types that are recorded today, in the order of the catalog. A retired type is not among
  /// them unless a current shape has it, too.
  public var types: [EventType] { shapes.filter { !$0.isRetired }.map(\.type) }

  /// All types that can be read, retired ones included, each once in the order of the catalog: those
  /// to follow, since old records keep the types that they were written with.
  public private(set) var readableTypes: [EventType] = []

  /// The shapes of a type, retired ones included; empty for an unknown type.
  func shapes(of type: EventType) -> [Shape] { places[type, default: []].map { shapes[$0] } }

  /// Adds a current shape, and the event that its payload becomes.
  ///
  /// Inlined into the domain's catalog, so that the code for each event is specialized for its
  /// payload.
  @inlinable
  public consuming func current<P: EventPayload>(
    _ event: @escaping @Sendable (consuming P) -> Event
  ) -> Self {
    payloads.insert(ObjectIdentifier(P.self))
    return adding(P.self, isRetired: false, event)
  }

  /// Whether the payload's type was added as a current shape.
  func records(_ payload: any EventPayload.Type) -> Bool {
    payloads.contains(ObjectIdentifier(payload))
  }

  /// Adds a retired shape, which is read but no longer recorded.
  @inlinable
  public consuming func retired<P: RetiredPayload>(
    _ shape: P.Type, as event: @escaping @Sendable (consuming P.Current) -> Event
  ) -> Self {
    adding(shape, isRetired: true, event)
  }

  @inlinable
  consuming func adding<P: RecordedShape>(
    _ shape: P.Type, isRetired: Bool,
    _ event: @escaping @Sendable (consuming P.Current) -> Event
  ) -> Self {
    adding(
      Shape(
        type: P.type, version: P.version, isRetired: isRetired,
        hasPersonalData: P.Personal.self != Never.self,
        members: { PayloadMembers.of(shape: P.self) },
        decodeStored: { (stored, decoder) throws(PayloadDecodingError) in
          event(try stored.payload(P.self, with: &decoder).upcastToCurrent())
        },
        recorded: { (view, day, decoder) throws(PayloadDecodingError) in
          Recorded(view, P.type, day, event(try P.decode(view, with: &decoder).upcastToCurrent()))
        },
        subscribe: { folds in
          { (view, day, decoder) throws(PayloadDecodingError) in
            let recorded = Recorded(
              view, P.type, day, event(try P.decode(view, with: &decoder).upcastToCurrent()))
            for fold in folds { fold.apply(recorded) }
          }
        }))
  }

  @usableFromInline
  consuming func adding(_ shape: Shape) -> Self {
    precondition(
      !shapes(of: shape.type).contains { $0.version == shape.version },
      "Two shapes of \(shape.type) claim version \(shape.version.rawValue).")
    if places[shape.type] == nil { readableTypes.append(shape.type) }
    places[shape.type, default: []].append(shapes.count)
    shapes.append(shape)
    return self
  }

  /// The event of a record; nil if the catalog knows no such type.
  ///
  /// - Throws: `.undecodable` if the version of a known type is unknown, or the payload cannot be
  ///   decoded.
  public func event(
    of view: RecordView, with decoder: inout PayloadDecoder
  ) throws(JournalError) -> Event? {
    try event(of: view.type, view.version, at: view.position) {
      (shape) throws(PayloadDecodingError) in
      // Events have no use for the day.
      try shape.recorded(view, .earliest, &decoder).event
    }
  }
}

/// Decodes a record and passes its event to the folds. The closure hides the types of the event and
/// of the folds.
@usableFromInline
package typealias RecordDelivery = (
  RecordView, CalendarDay, inout PayloadDecoder
) throws(PayloadDecodingError) -> Void

extension StoredEvent {
  /// Decodes the payload with its personal data, if that is not erased.
  @usableFromInline
  func payload<P: RecordedShape>(
    _ shape: P.Type, with decoder: inout PayloadDecoder
  ) throws(PayloadDecodingError) -> P {
    var payload = try decoder.decode(P.self, from: data)
    if P.Personal.self != Never.self, let personal = erasable?.personal {
      payload.personal = try decoder.decode(P.Personal.self, from: personal)
    }
    return payload
  }
}

extension RecordView {
  /// The error for a record whose payload cannot be decoded as an event.
  package func undecodable(_ reason: String) -> JournalError {
    .undecodable(position: position, type: type, reason: reason)
  }
}

extension NewEvent {
  /// A domain's event, ready to be recorded.
  ///
  /// - Throws: if the payload cannot be expressed in JSON, such as an infinite number, or its type
  ///   is not in the event's catalog, so that no fold could read it, or not in
  ///   `typesDueForErasure` although the event makes data due.
  package init<E: Event>(
    _ event: E, with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) {
    let payload = event.payload
    let shape = Swift.type(of: payload)
    guard E.catalog.records(shape) else {
      throw PayloadEncodingError(.refused("\(shape.type) is not in \(E.self).catalog"))
    }
    guard event.dueForErasure.isEmpty || E.typesDueForErasure.contains(shape.type) else {
      throw PayloadEncodingError(
        .refused(
          "\(shape.type) makes data due for erasure, but \(E.self).typesDueForErasure lacks it: "
            + "nothing would ever be erased"))
    }
    try self.init(payload: payload, with: &encoder)
  }

  private init<P: EventPayload>(
    payload: P, with encoder: inout PayloadEncoder
  ) throws(PayloadEncodingError) {
    self.init(type: P.type, version: P.version, tags: payload.tags, data: [])
    try encoder.encode(payload, into: &data)
    guard let personal = payload.personal else { return }
    if PersonalMember.isRecordedInPayload(of: P.self) {
      throw PayloadEncodingError(
        .refused(
          "\(P.self) would record personal data where no erasure reaches it: "
            + "its CodingKeys must lack `personal`"))
    }
    if payload.subjects.isEmpty {
      throw PayloadEncodingError(
        .refused("\(P.self) has personal data but no subjects: no erasure would reach it"))
    }
    var erasable = Erasable(subjects: payload.subjects, personal: [], tags: payload.personalTags)
    var bytes: [UInt8] = []
    try encoder.encode(personal, into: &bytes)
    erasable.personal = bytes
    self.erasable = erasable
  }
}

extension EventCatalog {
  /// Decodes a stored event as the domain's ``Event``; nil if the catalog knows no such type. The
  /// event lacks personal data that was erased. O(length of the payload).
  ///
  /// - Throws: `.undecodable` if the version of a known type is unknown, or the payload cannot be
  ///   decoded.
  public func event(of stored: StoredEvent) throws(JournalError) -> Event? {
    var decoder = PayloadDecoder()
    return try event(of: stored, with: &decoder)
  }

  package func event(
    of stored: StoredEvent, with decoder: inout PayloadDecoder
  ) throws(JournalError) -> Event? {
    try event(of: stored.type, stored.version, at: stored.position) {
      (shape) throws(PayloadDecodingError) in try shape.decodeStored(stored, &decoder)
    }
  }

  private func event(
    of type: EventType, _ version: SchemaVersion, at position: Position,
    _ decode: (Shape) throws(PayloadDecodingError) -> Event
  ) throws(JournalError) -> Event? {
    let versions = shapes(of: type)
    guard !versions.isEmpty else { return nil }
    func undecodable(_ reason: String) -> JournalError {
      .undecodable(position: position, type: type, reason: reason)
    }
    guard let shape = versions.first(where: { $0.version == version }) else {
      throw undecodable("it has schema version \(version.rawValue), which is not known")
    }
    do throws(PayloadDecodingError) { return try decode(shape) } catch {
      throw undecodable("\(error)")
    }
  }
}
