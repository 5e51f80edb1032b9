import Commands
import Domain
import EventEngine
import TestSupport
import Testing

extension JSONValue {
  /// A JSON number.
  static func whole(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }
}

let evasPhone = MallPhone(rawValue: "+79161234567")
let evasNextPhone = MallPhone(rawValue: "+79990000000")

/// Requests and entries of codes with fixed random values.
extension Given<VerificationCodes> {
  func request(
    _ purpose: String, _ phone: String = "+79161234567", on device: String = "d-1",
    id: String = "c-1", seed: UInt64 = 1, at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<VerificationCodes> {
    send(
      "mall.requestCode", ["phone": .string(phone), "purpose": .string(purpose)], on: device,
      id: id, seed: seed, at: time, sourceLocation)
  }

  func enter(
    _ digits: String, _ phone: String = "+79161234567", on device: String = "d-1",
    seed: UInt64 = 1, at time: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<VerificationCodes> {
    send(
      "mall.verifyCode", ["phone": .string(phone), "code": .string(digits)], on: device,
      id: "unused", seed: seed, at: time, sourceLocation)
  }

  private func send(
    _ name: String, _ data: JSONObject, on device: String, id: String, seed: UInt64,
    at time: String?, _ sourceLocation: SourceLocation
  ) -> Outcome<VerificationCodes> {
    guard let shape = VerificationCodes.shapes.first(where: { $0.name == name }),
      let command = try? shape.command(data, by: device, fresh: id, seed: seed)
    else { return when(name, by: device, data, at: time, sourceLocation: sourceLocation) }
    return when(command, at: time, sourceLocation: sourceLocation)
  }
}

/// The random values drawn for a command in tests.
enum Drawn {
  /// The digits drawn for a code: the first candidate.
  static func digits(seed: UInt64 = 1) -> CodeDigits {
    var random = SeededRandom(seed: seed)
    return CodeDigits(number: Int(random.next().multipliedFullWidth(by: 10_000).high))
  }

  /// The referral codes in the order of drawing.
  static func referralCodes(seed: UInt64 = 1, count: Int) -> [ReferralCode] {
    var random = SeededRandom(seed: seed)
    let alphabet = ReferralCode.alphabet
    return (0..<count).map { _ in
      var code = ""
      for _ in 0..<ReferralCode.length {
        let index = random.next().multipliedFullWidth(by: UInt64(alphabet.count)).high
        code.unicodeScalars.append(alphabet[Int(index)])
      }
      return ReferralCode(rawValue: code)
    }
  }
}
