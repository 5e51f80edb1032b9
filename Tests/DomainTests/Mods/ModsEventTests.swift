import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The recorded shapes of mods events` {
  @Test(arguments: ModsEvent.samples)
  func `round-trip through JSON`(event: ModsEvent) throws {
    try expectRoundTrip(event.payload)
  }

  @Test func `have fixed types and versions`() {
    #expect(
      ModsEvent.samples.map(\.typeAndVersion) == [
        "mods.modPublished 1", "mods.modEdited 1", "mods.modWithdrawn 1", "mods.modTranslated 1",
        "mods.paywallConfigured 1", "mods.requestSecretRotated 1", "mods.legalDocumentSet 1",
        "mods.launched 1", "mods.paywallShown 1", "mods.paywallDismissed 1",
        "mods.trialStarted 1", "mods.subscriptionPurchased 1", "mods.subscriptionRenewed 1",
        "mods.subscriptionCancelled 1", "mods.subscriptionResumed 1", "mods.subscriptionExpired 1",
        "mods.modOpened 1",
        "mods.modDownloaded 1", "mods.contentLocaleChosen 1",
      ])
    #expect(
      ModsEvent.catalog.shapes.map(\.type) == ModsEvent.samples.map { type(of: $0.payload).type })
  }

  @Test func `are tagged with their mod and user`() {
    let tags = ModsEvent.samples.map { $0.payload.tags.map(\.rawValue) }
    let mod = ["mod:raptor"]
    let anna = ["user:anna"]
    #expect(
      tags == [
        mod, mod, mod, mod, [], ["secret:key-1"], ["document:privacy"], anna, anna, anna, anna,
        anna, anna, anna, anna, anna, anna + mod, anna + mod, anna,
      ])
  }

  @Test func `have a user, starting with the launch, and their types are listed`() {
    let users = ModsEvent.samples.map { $0.user?.rawValue }
    #expect(users == Array(repeating: nil, count: 7) + Array(repeating: "anna", count: 12))
    let types = ModsEvent.samples.filter { $0.user != nil }.map { type(of: $0.payload).type }
    #expect(types == ModsEvent.userTypes)
  }

  @Test func `contain no personal data, because user ids are not personal`() {
    #expect(ModsEvent.samples.allSatisfy { $0.payload.subjects.isEmpty })
    #expect(ModsEvent.samples.allSatisfy { $0.payload.personalTags.isEmpty })
  }

  @Test func `contain only the key and the fingerprint of a secret`() throws {
    guard case .requestSecretRotated(let fact) = ModsEvent.samples[5] else {
      Issue.record("unexpected order of samples")
      return
    }
    var bytes: [UInt8] = []
    try PayloadEncoder.encode(fact, into: &bytes)
    let fingerprint = SecretFingerprint.forTests("0123456789abcdef")
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"key":"key-1","fingerprint":"\#(fingerprint)"}"#)
  }
}
