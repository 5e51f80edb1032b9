import Commands
import EventChecking
import EventEngine
import Projections

/// The five applications with their random stories and laws.
extension CheckedDomain {
  public static let courier = CheckedDomain(
    DomainDefinition("courier", commands: .courier, readModels: .courier),
    CourierSource.self, CourierLaws.self)
  public static let habits = CheckedDomain(
    DomainDefinition("habits", commands: .habits, readModels: .habits),
    HabitsSource.self, HabitsLaws.self)
  public static let mall = CheckedDomain(
    DomainDefinition("mall", commands: .mall, readModels: .mall), MallSource.self, MallLaws.self)
  public static let mods = CheckedDomain(
    DomainDefinition("mods", commands: .mods, readModels: .mods), ModsSource.self, ModsLaws.self)
  public static let nft = CheckedDomain(
    DomainDefinition("nft", commands: .nft, readModels: .nft), NFTSource.self, NFTLaws.self)

  public static let applications = [courier, habits, mall, mods, nft]
}
