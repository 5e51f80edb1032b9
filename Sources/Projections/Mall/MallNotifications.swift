import Domain
import EventEngine

/// The notifications that a device received: new events of the mall, and cancelled ones for which
/// its user was registered.
///
/// Each announcement is stored once, however many devices receive it. A device stores only the
/// periods in which its notifications were enabled, measured in announcements; an answer selects
/// the announcements of these periods. Folding an event costs O(1), plus a search among the periods
/// of one device or user. An answer costs time linear in the announcements made while the device's
/// notifications were enabled and, for each sign-in there, in the registrations of that user.
public struct MallNotifications: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The notifications, newest first.
    public let notifications: [Notification]
  }

  public struct Notification: Encodable, Equatable, Sendable {
    public let kind: Kind
    public let event: HappeningID
    public let text: String
    public let sentAt: Timestamp
  }

  public enum Kind: String, Encodable, Sendable {
    case eventScheduled, eventCancelled
  }

  private var announcements = SegmentedArray<Announcement>()
  private var cancellations = Table<Cancellation>()
  private var devices = Table<Listener>()
  private var users = Table<Visitor>()

  public init() {}
}

/// The announcement of a new or a cancelled event, with the title and the date at that time.
private struct Announcement: Codable, Equatable, Sendable {
  let event: HappeningID
  let title: MallTitle
  /// Nil: the event was cancelled.
  let date: CalendarDay?
  let sentAt: Timestamp
}

private struct Cancellation: Identified {
  let id: HappeningID
  /// The number of the announcement.
  let number: Int
}

private struct Listener: Identified {
  let id: MallDeviceID
  var topics = Periods<NotificationTopic>()
  var users = Periods<MallUserID>()
}

private struct Visitor: Identified {
  let id: MallUserID
  var events = Periods<HappeningID>()
}

// MARK: - Folding

extension MallNotifications {
  public static let factTypes = deviceTypes + announcementTypes + visitorTypes

  private static let deviceTypes = [
    AppInstalled.type, NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]
  private static let announcementTypes = [HappeningScheduled.type, HappeningCancelled.type]
  private static let visitorTypes = [HappeningJoined.type, HappeningLeft.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .account(let fact): apply(fact)
    case .happening(let fact): apply(fact, at: event.time)
    case .code, .profile, .review, .object, .offer, .news, .programme, .gift, .transaction: return
    }
  }

  private mutating func apply(_ fact: DeviceFact) {
    let now = announcements.count
    switch fact {
    case .installed(let fact): devices.append(Listener(id: fact.device))
    case .notificationsChanged(let fact):
      devices.change(fact.device) { device in
        if fact.isEnabled {
          device.topics.open(.mallEvents, at: now)
        } else {
          device.topics.close(.mallEvents, at: now)
        }
      }
    case .onboardingFinished, .pushTokenRegistered: return
    }
  }

  private mutating func apply(_ fact: AccountFact) {
    let now = announcements.count
    switch fact {
    case .signedIn(let fact): devices.change(fact.device) { $0.users.open(fact.user, at: now) }
    case .signedOut(let fact): devices.change(fact.device) { $0.users.close(fact.user, at: now) }
    case .registered, .phoneChanged: return
    }
  }

  private mutating func apply(_ fact: HappeningFact, at time: Timestamp) {
    let now = announcements.count
    switch fact {
    case .scheduled(let fact):
      announcements.append(
        Announcement(
          event: fact.event, title: fact.content.title, date: fact.content.date, sentAt: time))
    case .cancelled(let fact):
      cancellations.append(Cancellation(id: fact.event, number: now))
      announcements.append(
        Announcement(event: fact.event, title: fact.title, date: nil, sentAt: time))
    case .joined(let fact):
      users.change(fact.user, orAppend: Visitor(id: fact.user)) {
        $0.events.open(fact.event, at: now)
      }
    case .left(let fact): users.change(fact.user) { $0.events.close(fact.event, at: now) }
    case .edited: return
    }
  }
}

// MARK: - Answering

extension MallNotifications {
  public static let shape = QueryShape<MallDeviceID>(
    "mall.notifications",
    Bilingual(ru: "Уведомления на устройстве", en: "The notifications of a device"),
    shows: ["notifications"], of: MallQueryFields.device)

  /// All announcements and the facts about the device, then about the registrations of the users
  /// that were signed in on it.
  public func facts(for device: MallDeviceID) -> Query {
    let guests = devices.find(device).map { devices[$0].users.all.map(\.subject) } ?? []
    return (Query.of(Self.deviceTypes, device.tag) | .of(Self.announcementTypes))
      .adding(Self.visitorTypes, anyOf: guests.withoutRepeats().map(\.tag))
  }

  /// The facts that lead an audit to devices. A new event leads to every device that has ever
  /// changed its notifications. A cancelled event leads to its visitors, and these lead to their
  /// sign-ins.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    switch event.event.topic {
    case .happening(.scheduled): .of([NotificationsChanged.type])
    case .happening(.cancelled(let fact)): .of([HappeningJoined.type], fact.event.tag)
    case .happening(.joined(let fact)): .of([MallUserSignedIn.type], fact.user.tag)
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction, .happening(.edited), .happening(.left):
      nil
    }
  }

  public func answer(to device: MallDeviceID, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let device = try devices.require(device)
    let cancelled = cancellationsReceived(by: device)
    let received = device.topics.all.flatMap { period in
      (period.from..<(period.to ?? announcements.count)).filter { number in
        announcements[number].date != nil || cancelled.contains(number)
      }
    }
    return Answer(
      notifications: received.reversed().map {
        Notification(announcements[$0], in: context.locale)
      })
  }

  /// The numbers of the cancellations of events for which the device's user was then registered.
  private func cancellationsReceived(by device: Listener) -> Set<Int> {
    var numbers: Set<Int> = []
    for stay in device.users.all {
      guard let user = users.find(stay.subject) else { continue }
      for registration in users[user].events.all {
        guard let row = cancellations.find(registration.subject) else { continue }
        let number = cancellations[row].number
        if stay.contains(number) && registration.contains(number) { numbers.insert(number) }
      }
    }
    return numbers
  }
}

extension MallNotifications.Notification {
  fileprivate init(_ announcement: Announcement, in locale: Language) {
    kind = announcement.date == nil ? .eventCancelled : .eventScheduled
    event = announcement.event
    let text =
      announcement.date.map { MallReadModelTexts.scheduled(announcement.title, on: $0) }
      ?? MallReadModelTexts.cancelled(announcement.title)
    self.text = text[locale]
    sentAt = announcement.sentAt
  }
}
