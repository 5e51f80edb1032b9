import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Rotating the secret` {
  private let given = Given<RequestSecrets>()
  private let text = "шестнадцать букв"

  @Test func `records numbered keys and a fingerprint`() {
    given.when("mods.rotateSecret", by: "admin", ["secret": .string(text)])
      .then(.rotated("key-1", secret: text)).answering(CommandValue("key", "key-1"))
      .thereafter.when("mods.rotateSecret", by: "admin", ["secret": .string(text)])
      .then(.rotated("key-2", secret: text)).answering(CommandValue("key", "key-2"))
  }

  @Test func `generates a missing secret`() throws {
    given.when("mods.rotateSecret", by: "admin").then(.rotated("key-1", secret: "fresh-idfresh-id"))
    let shape = try #require(RequestSecrets.shapes.first)
    let command = try shape.command([:], by: "admin")
    #expect(
      RequestSecrets.oneTimeValues(of: command) == [CommandValue("secret", "fresh-idfresh-id")])
  }

  @Test func `returns the secret once and stores it under the key of its event`() throws {
    let shape = try #require(RequestSecrets.shapes.first)
    let command = try shape.command(["secret": .string(text)], by: "admin")
    #expect(RequestSecrets.oneTimeValues(of: command) == [CommandValue("secret", text)])
    let secret = RequestSecrets.secret(of: command, [.rotated("key-7", secret: text)])
    #expect(secret?.key == SecretKeyID(rawValue: "key-7"))
    #expect(RequestSecrets.secret(of: command, [])?.key == nil)
  }

  @Test func `requires at least sixteen characters and doesn't trim`() {
    for short in [
      "", "пятнадцать букв", "👨‍👩‍👧‍👦12345678901234", String(repeating: "e\u{301}", count: 15),
    ] {
      given.when("mods.rotateSecret", by: "admin", ["secret": .string(short)])
        .thenInvalid(.invalidField("secret"))
    }
    given.when("mods.rotateSecret", by: "admin", ["secret": .number(JSONNumber(1))])
      .thenInvalid(.invalidField("secret"))
    let spaces = String(repeating: " ", count: 16)
    given.when("mods.rotateSecret", by: "admin", ["secret": .string(spaces)])
      .then(.rotated("key-1", secret: spaces))
  }
}
