import Domain
import EventEngine

extension DomainCommands {
  public static let mall = DomainCommands(
    "mall", of: MallEvent.self,
    [
      MallDevices.self, VerificationCodes.self, MallSession.self, MallRegistration.self,
      MallProfiles.self, AppRatings.self, MallObjects.self, MallOffers.self, MallNews.self,
      MallHappenings.self, MallProgramme.self, MallGifts.self, HappeningPlaces.self,
      CodeExpiry.self,
    ])
}
