import Domain
import EventEngine

/// Shorthands for events of the mall's content and loyalty programme.
extension MallEvent {
  package static func published(
    _ object: MallObjectID, _ content: MallObjectContent = .nike
  ) -> MallEvent {
    .objectPublished(ObjectPublished(object: object, content: content))
  }

  package static func edited(_ object: MallObjectID, _ content: MallObjectContent) -> MallEvent {
    .objectEdited(ObjectEdited(object: object, content: content))
  }

  package static func withdrawn(_ object: MallObjectID) -> MallEvent {
    .objectWithdrawn(ObjectWithdrawn(object: object))
  }

  package static func offered(_ offer: MallOfferID, _ content: OfferContent = .socks) -> MallEvent {
    .offerPublished(OfferPublished(offer: offer, content: content))
  }

  package static func reoffered(
    _ offer: MallOfferID, _ content: OfferContent, movedFrom former: MallObjectID? = nil
  ) -> MallEvent {
    .offerEdited(OfferEdited(offer: offer, content: content, formerObject: former))
  }

  package static func withdrawn(
    _ offer: MallOfferID, of object: MallObjectID = "nike"
  ) -> MallEvent {
    .offerWithdrawn(OfferWithdrawn(offer: offer, object: object))
  }

  package static func published(news: MallNewsID, _ content: NewsContent = .opening) -> MallEvent {
    .newsPublished(NewsPublished(news: news, content: content))
  }

  package static func edited(news: MallNewsID, _ content: NewsContent) -> MallEvent {
    .newsEdited(NewsEdited(news: news, content: content))
  }

  package static func withdrawn(news: MallNewsID) -> MallEvent {
    .newsWithdrawn(NewsWithdrawn(news: news))
  }

  package static func scheduled(
    _ event: HappeningID, _ content: HappeningContent = .concert
  ) -> MallEvent {
    .happeningScheduled(HappeningScheduled(event: event, content: content))
  }

  package static func rescheduled(_ event: HappeningID, _ content: HappeningContent) -> MallEvent {
    .happeningEdited(HappeningEdited(event: event, content: content))
  }

  package static func cancelled(
    _ event: HappeningID, _ title: MallTitle = "Концерт на крыше"
  ) -> MallEvent {
    .happeningCancelled(HappeningCancelled(event: event, title: title))
  }

  package static func link(_ link: MallLink, to url: String) -> MallEvent {
    .linkSet(LinkSet(link: link, url: WebAddress(rawValue: url)))
  }

  package static func configured(_ plan: PointsPlan) -> MallEvent {
    .pointsConfigured(PointsConfigured(plan: plan))
  }

  package static func moved(
    _ points: Points, _ kind: TransactionKind, _ user: MallUserID, title: MallTitle? = nil,
    object: MallObjectID? = nil, objectName: MallObjectName? = nil
  ) -> MallEvent {
    .pointsMoved(
      PointsMoved(
        user: user, kind: kind, points: points, title: title, object: object,
        objectName: objectName))
  }

  package static func bought(
    _ offer: MallOfferID, by user: MallUserID, for price: Points = 40
  ) -> MallEvent {
    .offerBought(OfferBought(user: user, offer: offer, price: price))
  }

  package static func redeeming(_ offer: MallOfferID, by user: MallUserID) -> MallEvent {
    .redemptionStarted(RedemptionStarted(user: user, offer: offer))
  }

  package static func redeemed(
    _ offer: MallOfferID, by user: MallUserID, _ title: MallTitle = "Носки в подарок"
  ) -> MallEvent {
    .redemptionConfirmed(RedemptionConfirmed(user: user, offer: offer, title: title))
  }

  package static func joined(
    _ event: HappeningID, by user: MallUserID, for price: Points = 25
  ) -> MallEvent {
    .happeningJoined(HappeningJoined(user: user, event: event, price: price))
  }

  package static func left(
    _ event: HappeningID, by user: MallUserID, for refund: Points = 25
  ) -> MallEvent {
    .happeningLeft(HappeningLeft(user: user, event: event, refund: refund))
  }
}

extension MallObjectContent {
  package static let nike = MallObjectContent(
    category: .shops, subcategory: "Одежда и обувь", name: "Nike", aliases: ["найк"], floor: 2,
    site: WebAddress(rawValue: "https://nike.com"), logo: "nike.png",
    description: "Спортивная одежда и обувь", onHome: false)
}

extension OfferContent {
  package static let socks = OfferContent(
    object: "nike", title: "Носки в подарок", price: 40, image: "socks.png",
    disclaimer: "Количество ограничено", description: "Пара спортивных носков",
    terms: "Одна пара на покупателя", confirmation: "Покажите экран продавцу", onHome: true)
}

extension NewsContent {
  package static let opening = NewsContent(
    kind: .news, title: "Открылся новый магазин", image: "opening.png",
    description: "Ждём вас на втором этаже", validUntil: nil, onMain: true)

  package static let sale = NewsContent(
    kind: .promotion, title: "Скидки выходного дня", image: "sale.png",
    description: "Только до конца месяца", validUntil: day("2026-05-31"), onMain: false)
}

extension HappeningContent {
  package static let concert = HappeningContent(
    title: "Концерт на крыше", date: day("2026-05-20"), price: 25, capacity: 2,
    image: "concert.png", description: "Живая музыка", onMain: true, onHome: true)
}
