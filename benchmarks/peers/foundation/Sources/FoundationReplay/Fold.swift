/// What every program computes from what it decoded, so that nobody decodes less.
struct Fold {
  private(set) var found = Found()
  private var couriers: [String: (accepted: Int, completed: Int)] = [:]

  struct Found: Encodable {
    var events = 0
    var positions = 0
    var strings = 0
    var numbers = 0
    var couriers = 0
    var accepted = 0
    var completed = 0
    var types: [String: Int] = [:]
  }

  mutating func add(_ record: Record) {
    found.events += 1
    found.positions += record.position
    found.types[record.type, default: 0] += 1
    addEnvelope(record)
    addData(record.data)
    if let personal = record.personal { addPersonal(personal) }
  }

  mutating func finish() {
    found.couriers = couriers.count
    found.accepted = couriers.values.reduce(0) { $0 + $1.accepted }
    found.completed = couriers.values.reduce(0) { $0 + $1.completed }
  }

  private mutating func add(_ texts: String?...) {
    for text in texts { found.strings += text?.utf8.count ?? 0 }
  }

  private mutating func add(_ texts: [String]?) {
    for text in texts ?? [] { found.strings += text.utf8.count }
  }

  private mutating func addEnvelope(_ record: Record) {
    add(record.id, record.time, record.type, record.crc)
    add(record.commitment, record.salt, record.fingerprint)
    add(record.tags)
    add(record.subjects)
    add(record.personalTags)
    found.numbers += record.version + record.append.reduce(0, +) + (record.synced ?? 0)
    guard let cause = record.cause else { return }
    add(cause.command, cause.id, cause.actor, cause.correlation)
    found.numbers += cause.because ?? 0
  }

  private mutating func addData(_ data: Payload) {
    switch data {
    case .placed(let placed):
      add(placed.order, placed.customer, placed.deliveryDate, placed.metro, placed.color)
    case .refreshed(let refreshed):
      add(refreshed.courier)
      add(refreshed.metro)
    case .accepted(let accepted):
      add(accepted.order, accepted.courier)
      couriers[accepted.courier, default: (0, 0)].accepted += 1
    case .completed(let completed):
      add(completed.order, completed.courier)
      couriers[completed.courier, default: (0, 0)].completed += 1
    case .cancelled(let cancelled):
      add(cancelled.order, cancelled.customer)
    case .courier(let courier):
      add(courier.courier)
    }
  }

  private mutating func addPersonal(_ personal: Personal) {
    switch personal {
    case .recipient(let recipient):
      add(recipient.address, recipient.firstName, recipient.lastName)
      add(recipient.phone, recipient.comment)
    case .account(let account):
      add(account.login, account.loginKey, account.password.salt, account.password.hash)
      found.numbers += account.password.iterations
    case .signedIn(let account):
      add(account.loginKey)
    }
  }
}
