import Commands
import Domain
import EventEngine
import Testing

@Suite struct `What the mall says about missing points` {
  @Test(arguments: [
    (1, "Не хватает 1 балла.", "1 point short"), (2, "Не хватает 2 баллов.", "2 points short"),
    (11, "Не хватает 11 баллов.", "11 points short"),
    (21, "Не хватает 21 балла.", "21 points short"),
    (111, "Не хватает 111 баллов.", "111 points short"),
  ])
  func `has the plural of their number`(missing: Int, russian: String, english: String) {
    let refusal = MallRefusal.insufficientPoints(missing: Points(rawValue: missing))
    #expect(refusal.message(in: .ru).hasPrefix(russian))
    #expect(refusal.message(in: .en).contains(english))
  }
}
