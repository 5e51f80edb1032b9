/// A line of a courier journal. What `data` and `personal` hold depends on the type.
struct Record: Decodable {
  let position: Int
  let id: String
  let time: String
  let type: String
  let version: Int
  let tags: [String]
  let cause: Cause?
  let append: [Int]
  let synced: Int?
  let data: Payload
  let commitment: String?
  let salt: String?
  let subjects: [String]?
  let personal: Personal?
  let personalTags: [String]?
  let fingerprint: String?
  let crc: String

  private enum Key: CodingKey {
    case position, id, time, type, version, tags, cause, append, synced, data, commitment, salt
    case subjects, personal, personalTags, fingerprint, crc
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    position = try values.decode(Int.self, forKey: .position)
    id = try values.decode(String.self, forKey: .id)
    time = try values.decode(String.self, forKey: .time)
    type = try values.decode(String.self, forKey: .type)
    version = try values.decode(Int.self, forKey: .version)
    tags = try values.decode([String].self, forKey: .tags)
    cause = try values.decodeIfPresent(Cause.self, forKey: .cause)
    append = try values.decode([Int].self, forKey: .append)
    synced = try values.decodeIfPresent(Int.self, forKey: .synced)
    commitment = try values.decodeIfPresent(String.self, forKey: .commitment)
    salt = try values.decodeIfPresent(String.self, forKey: .salt)
    subjects = try values.decodeIfPresent([String].self, forKey: .subjects)
    personalTags = try values.decodeIfPresent([String].self, forKey: .personalTags)
    fingerprint = try values.decodeIfPresent(String.self, forKey: .fingerprint)
    crc = try values.decode(String.self, forKey: .crc)
    func data<Value: Decodable>(_: Value.Type) throws -> Value {
      try values.decode(Value.self, forKey: .data)
    }
    func personal<Value: Decodable>(_: Value.Type) throws -> Value? {
      try values.decodeIfPresent(Value.self, forKey: .personal)
    }
    switch type {
    case "courier.orderPlaced":
      self.data = .placed(try data(Placed.self))
      self.personal = try personal(Recipient.self).map(Personal.recipient)
    case "courier.ordersRefreshed":
      self.data = .refreshed(try data(Refreshed.self))
      self.personal = nil
    case "courier.orderAccepted":
      self.data = .accepted(try data(OrderAndCourier.self))
      self.personal = nil
    case "courier.orderCompleted":
      self.data = .completed(try data(OrderAndCourier.self))
      self.personal = nil
    case "courier.orderCancelled":
      self.data = .cancelled(try data(Cancelled.self))
      self.personal = nil
    case "courier.acceptedOrdersViewed":
      self.data = .courier(try data(CourierOnly.self))
      self.personal = nil
    case "courier.courierRegistered":
      self.data = .courier(try data(CourierOnly.self))
      self.personal = try personal(Account.self).map(Personal.account)
    case "courier.courierSignedIn":
      self.data = .courier(try data(CourierOnly.self))
      self.personal = try personal(SignedIn.self).map(Personal.signedIn)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: values, debugDescription: "unknown type \(type)")
    }
  }
}

struct Cause: Decodable {
  let command: String
  let id: String?
  let actor: String?
  let correlation: String?
  let because: Int?
}

enum Payload {
  case placed(Placed)
  case refreshed(Refreshed)
  case accepted(OrderAndCourier)
  case completed(OrderAndCourier)
  case cancelled(Cancelled)
  case courier(CourierOnly)
}

enum Personal {
  case recipient(Recipient)
  case account(Account)
  case signedIn(SignedIn)
}

struct Placed: Decodable {
  let order: String
  let customer: String
  let deliveryDate: String
  let metro: String
  let color: String?
}

struct Recipient: Decodable {
  let address: String
  let firstName: String
  let lastName: String
  let phone: String
  let comment: String?
}

struct Refreshed: Decodable {
  let courier: String
  let metro: [String]?
}

struct OrderAndCourier: Decodable {
  let order: String
  let courier: String
}

struct Cancelled: Decodable {
  let order: String
  let customer: String
}

struct CourierOnly: Decodable { let courier: String }

struct Account: Decodable {
  let login: String
  let loginKey: String
  let password: Password
}

struct Password: Decodable {
  let salt: String
  let iterations: Int
  let hash: String
}

struct SignedIn: Decodable { let loginKey: String }
