import Domain
import EventEngine
import TestSupport
import Testing

@testable import EventTesting
@testable import Projections

@Suite struct `A table` {
  struct Row: Identified {
    let id: MetroStation
    var number: Int
    var isFinal: Bool { number < 0 }
  }

  func station(_ number: Int) -> MetroStation { MetroStation(rawValue: "station-\(number)") }

  @Test func `finds its rows through growth, changes and removals`() {
    var table = Table<Row>()
    var expected: [String: Int] = [:]
    var random = SeededRandom(seed: 1)
    for step in 0..<20_000 {
      let id = "station-\(random.next() % 3000)"
      switch (random.next() % 4, expected[id]) {
      case (0, _?):
        #expect(table.remove(MetroStation(rawValue: id))?.number == expected[id])
        expected[id] = nil
      case (1, _?):
        guard let row = table.find(MetroStation(rawValue: id)) else { continue }
        table[row].number = step
        expected[id] = step
      case (_, nil):
        table.append(Row(id: MetroStation(rawValue: id), number: step))
        expected[id] = step
      default: break
      }
    }
    #expect(table.rows.count == expected.count)
    for number in 0..<3000 {
      let id = "station-\(number)"
      #expect(table.find(MetroStation(rawValue: id)).map { table[$0].number } == expected[id])
    }
    #expect(throughSnapshot(table) == table)
  }

  @Test func `finds the older of two rows with one id, even after growth`() {
    for first in stride(from: 0, to: 5000, by: 10) {
      var table = Table<Row>()
      for number in first..<first + 10 {
        table.append(Row(id: station(number), number: 1))
        table.append(Row(id: station(number), number: 2))
      }
      for number in first..<first + 10 {
        #expect(table.find(station(number)).map { table[$0].number } == 1)
      }
    }
  }

  @Test func `does not find final rows, even after a snapshot`() {
    var table = Table<Row>()
    for number in 0..<100 { table.append(Row(id: station(number), number: number)) }
    for number in 0..<50 {
      #expect(table.archive(station(number)) { $0.number = -1 } == number)
    }
    #expect(table.archive(station(7)) { $0.number = 1 } == nil)
    for table in [table, throughSnapshot(table)] {
      #expect((0..<50).allSatisfy { table.find(station($0)) == nil })
      #expect((50..<100).allSatisfy { table.find(station($0)) == $0 })
      #expect(table.rows.count == 100)
    }
  }

  @Test func `distinguishes canonically equivalent texts`() {
    var table = Table<Row>()
    table.append(Row(id: "Тёплый Стан", number: 1))
    #expect(table.find("Тёплый Стан") == 0)
    #expect(table.find("Те\u{308}плый Стан") == nil)
  }

  @Test func `supports texts of any length`() {
    var table = Table<Row>()
    let texts = (0...64).map { String(repeating: "a", count: $0) }
    for (number, text) in texts.enumerated() {
      table.append(Row(id: MetroStation(rawValue: text), number: number))
    }
    for (number, text) in texts.enumerated() {
      #expect(table.find(MetroStation(rawValue: text)) == number)
    }
  }
}

@Suite struct `A list in chunks` {
  @Test func `equals an array with the same changes`() {
    var chunks = SegmentedArray<Int>()
    var array: [Int] = []
    for number in 0..<2000 {
      chunks.append(number)
      array.append(number)
    }
    chunks[1000] = -1
    array[1000] = -1
    for _ in 0..<700 { #expect(chunks.removeLast() == array.removeLast()) }
    chunks.append(7)
    array.append(7)
    #expect(Array(chunks) == array)
    #expect(throughSnapshot(chunks) == chunks)
    #expect(json(chunks) == json(array))
  }

  @Test func `holds linked lists of elements, each read from its latest element`() {
    var chunks = SegmentedArray<[Int?]>()
    var latest: [Int?] = [nil, nil, nil]
    for number in 0..<2000 {
      latest[number % 2] = chunks.append([number, latest[number % 2]])
    }
    let chains = latest.map { latest in chunks.chain(from: latest) { $0[1] }.map { $0[0] } }
    #expect(chains[0] == (0..<1000).map { 1998 - 2 * $0 })
    #expect(chains[1] == (0..<1000).map { 1999 - 2 * $0 })
    #expect(chains[2].isEmpty)
  }
}
