import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The recorded shapes of mall events` {
  @Test(arguments: MallEvent.samples)
  func `round-trip through JSON`(event: MallEvent) throws {
    let core = try expectRoundTrip(event.payload)
    #expect(core.subjects == event.payload.subjects, "no subject depends on personal data")
  }

  @Test func `have fixed types and versions`() {
    #expect(
      MallEvent.samples.map(\.typeAndVersion) == [
        "mall.appInstalled 1", "mall.onboardingFinished 1", "mall.pushTokenRegistered 1",
        "mall.notificationsChanged 1", "mall.codeSent 1", "mall.wrongCodeEntered 1",
        "mall.codeUsed 1", "mall.codeLapsed 1", "mall.codeExpired 1", "mall.userRegistered 1",
        "mall.userSignedIn 1", "mall.userSignedOut 1", "mall.phoneChanged 1",
        "mall.profileSaved 1", "mall.profileEdited 1", "mall.referralCodeEntered 1",
        "mall.referralSkipped 1", "mall.surveySubmitted 1", "mall.surveySkipped 1",
        "mall.appRated 1", "mall.reviewWritten 1", "mall.objectPublished 1",
        "mall.objectEdited 1", "mall.objectWithdrawn 1", "mall.offerPublished 1",
        "mall.offerEdited 1", "mall.offerWithdrawn 1", "mall.newsPublished 1",
        "mall.newsEdited 1", "mall.newsWithdrawn 1", "mall.eventScheduled 1",
        "mall.eventEdited 1", "mall.eventCancelled 1", "mall.linkSet 1",
        "mall.pointsConfigured 1", "mall.pointsMoved 1", "mall.offerBought 1",
        "mall.redemptionStarted 1", "mall.redemptionConfirmed 1", "mall.registeredForEvent 1",
        "mall.eventLeft 1",
      ])
    #expect(
      MallEvent.catalog.shapes.map(\.type) == MallEvent.samples.map { type(of: $0.payload).type })
  }

  @Test(arguments: MallEvent.samples)
  func `contain no personal data outside the erasable section`(event: MallEvent) throws {
    try expectNothingPersonalInTheClear(event.payload)
  }

  @Test func `contain the expected personal data`() throws {
    let found = try MallEvent.samples.compactMap { event in
      let count = try personalTexts(of: event.payload).count
      return count == 0 ? nil : "\(type(of: event.payload).type): \(count)"
    }
    #expect(
      found == [
        "mall.pushTokenRegistered: 1", "mall.codeSent: 3", "mall.wrongCodeEntered: 1",
        "mall.codeUsed: 1", "mall.userRegistered: 4", "mall.phoneChanged: 3",
        "mall.profileSaved: 2", "mall.profileEdited: 2", "mall.referralCodeEntered: 1",
        "mall.surveySubmitted: 1", "mall.reviewWritten: 1",
      ])
  }

  @Test func `name the subjects of the data`() {
    let subjects = MallEvent.samples.filter { !$0.payload.subjects.isEmpty }.map { event in
      "\(type(of: event.payload).type): "
        + event.payload.subjects.map(\.rawValue).joined(separator: " ")
    }
    #expect(
      subjects == [
        "mall.pushTokenRegistered: device:d-1", "mall.codeSent: code:c-1 device:d-1 user:eva",
        "mall.wrongCodeEntered: code:c-1 device:d-1 user:eva",
        "mall.codeUsed: code:c-1 device:d-1 user:eva", "mall.userRegistered: user:eva",
        "mall.phoneChanged: user:eva", "mall.profileSaved: user:eva",
        "mall.profileEdited: user:eva", "mall.referralCodeEntered: user:eva user:ivan",
        "mall.surveySubmitted: user:eva", "mall.reviewWritten: device:d-1",
      ])
  }
}
