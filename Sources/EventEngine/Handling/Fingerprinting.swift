import EventStore

extension PasswordHashing {
  /// The fingerprint that distinguishes a retry from another command under the same id: a salted
  /// HMAC, under the journal's key, of the canonical content with every secret replaced by its slow
  /// hash. It reveals nothing but equality.
  ///
  /// Compares content as JSON values: keys in any order, numbers by value, `null` like an absent
  /// member.
  func fingerprint(of data: JSONObject, secrets: [String], salt: [UInt8]) -> KeyedDigest {
    var json = JSONWriter()
    let whole = JSONValue.object(data)
    json.canonical(
      secrets.isEmpty && !hasNull(whole) ? whole : content(whole, secrets: secrets, salt: salt))
    let digest = key.digest("command fingerprint", salt + json.bytes)
    return KeyedDigest(rawValue: digest.hex)
  }

  /// Whether a member is `null`, which is the same as absent.
  private func hasNull(_ value: JSONValue) -> Bool {
    switch value {
    case .null: true
    case .bool, .number, .string: false
    case .array(let items): items.contains(where: hasNull)
    case .object(let object):
      object.members.indices.contains { hasNull(object.members[$0].value) }
    }
  }

  private func content(_ value: JSONValue, secrets: [String] = [], salt: [UInt8]) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string: value
    case .array(let items): .array(items.map { content($0, salt: salt) })
    case .object(let object):
      .object(
        JSONObject(
          object.members.filter { $0.value != .null }.map { member in
            if secrets.contains(member.key), case .string(let secret) = member.value {
              return .init(key: member.key, value: .string(slowHash(Secret(secret), salt)))
            }
            return .init(key: member.key, value: content(member.value, salt: salt))
          }))
    }
  }

  private func slowHash(_ secret: Secret, _ salt: [UInt8]) -> String {
    Hexadecimal.encode(derive(secret, salt: salt, iterations: iterations))
  }
}
