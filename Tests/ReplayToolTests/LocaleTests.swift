import Foundation
import Testing

@testable import ReplayToolKit

/// The language of texts.
@Suite struct LocaleTests {
  private func run(
    _ words: [String], _ variables: [String: String], in folder: Folder
  ) throws -> String {
    let names = ["REPLAY_LOCALE", "LC_ALL", "LC_MESSAGES", "LANG"]
    let outcome = try Tool.run(
      words, in: folder,
      variables: Dictionary(uniqueKeysWithValues: names.map { ($0, variables[$0]) }))
    return outcome.output + outcome.diagnostics
  }

  private static let english = "refused courier.acceptOrder notFound: There is no such order"
  private static let russian = "отказано courier.acceptOrder notFound: Такого заказа нет"
  private static let russianLine =
    "отказано, строка 1: courier.acceptOrder notFound: Такого заказа нет"

  @Test(arguments: [
    ([:], english), (["LANG": "ru_RU.UTF-8"], russian), (["LC_MESSAGES": "ru"], russian),
    (["LC_ALL": "C", "LANG": "ru_RU.UTF-8"], english),
    (["LC_ALL": "", "LANG": "ru_RU.UTF-8"], russian),
    (["LC_ALL": "ru_RU", "REPLAY_LOCALE": "en"], english),
    (["LANG": "de_DE.UTF-8", "REPLAY_LOCALE": "ru"], russian),
  ])
  func `results are in the language of the user`(
    variables: [String: String], text: String
  ) throws {
    let folder = try Folder.atWork()
    let words = ["issue", "courier.acceptOrder", "order=1", "--actor", "ivanov"]
    #expect(try run(words, variables, in: folder).hasPrefix(text))
    #expect(try run(["--locale", "ru"] + words, variables, in: folder).hasPrefix(Self.russian))
  }

  @Test func `results for programs stay Russian unless a locale is named`() throws {
    let folder = try Folder.atWork()
    let command = #"{"command":"courier.acceptOrder","actor":"ivanov","data":{"order":"1"}}"#
    let file = try folder.write(command + "\n" + "{,\n", to: "commands.jsonl")
    for variables in [[:], ["REPLAY_LOCALE": "en"], ["LANG": "C"]] {
      let printed = try run(["issue", "--file", file], variables, in: folder)
      #expect(printed.hasPrefix(Self.russianLine))
      #expect(
        printed.contains("неверная строка 2: malformedCommand: Это не команда: здесь не может "))
    }
    let english = try run(["issue", "--file", file, "--locale", "en"], [:], in: folder)
    #expect(
      english.contains("malformed line 2: malformedCommand: This is not a command: unexpected"))
  }

  @Test(arguments: [
    (#"{"type":"A"}"#, "поля «time» нет"),
    (
      #"{"type":"A","time":"noon"}"#,
      "в «time» нужен момент по RFC 3339: нужен вид ГГГГ-ММ-ДДTЧЧ:ММ:СС[.мс] и Z или смещение"
    ),
    (#"{"type":"A","time":"2026-05-08T12:00:00Z","tags":{}}"#, "в «tags» нужно: массив строк"),
    (
      #"{"type":"A","time":"2026-05-08T12:00:00Z","note":1}"#,
      "неизвестное поле «note»; у события есть type, time, tags, data, id, position и version"
    ),
    ("{,}", "это не объект JSON: здесь не может быть символа «,», байт 1"),
    (
      "a;b\n1;2",
      "ни у одного столбца нет привычного названия для type; укажите: --map type=NAME; столбцы: \"a\", \"b\""
    ),
    (
      "type;time\nA;noon",
      "в «time» нужно время вида 2026-05-08T12:00:00Z, а там «noon»: нужен вид ГГГГ-ММ-ДДTЧЧ:ММ:СС[.мс] и Z или смещение"
    ),
    ("type;time\n\"A", "кавычка, открытая здесь, нигде не закрыта"),
  ])
  func `a wrong line of an import is explained in Russian`(line: String, problem: String) throws {
    let folder = try Folder()
    let imported = try Tool.run("import", "--locale", "ru", in: folder, input: line + "\n")
    #expect(imported.status == 65)
    #expect(imported.diagnostics.contains("\(problem); до этого записано событий: 0\n"))
    #expect(imported.diagnostics.contains("replay-tool: стандартный ввод, строка "))
  }

  @Test func `the check of a proof is in Russian`() throws {
    let folder = try Folder()
    try folder.importReceipt(20)
    let receipt = try folder.write(
      try Tool.run("verify", "--json", in: folder).output, to: "receipt.json")
    let proof = try Tool.run("audit", "--proof", "7", in: folder).output
    func check(_ proof: String) throws -> Tool.Outcome {
      try Tool.run(
        "verify", "--proof", folder.write(proof, to: "proof.json"), "--receipt", receipt,
        "--locale", "ru", in: folder)
    }
    #expect(
      try check(proof).lines.last?.hasSuffix(
        "охватывает событие 7; всего она охватывает событий: 20")
        == true)
    #expect(
      try check(proof.replacing(#""position":7"#, with: #""position":8"#)).output == """
        не доказано: в доказательстве не то событие, которое стоит на позиции 8

        """)
    let malformed = try check("{}")
    #expect(malformed.status == 65)
    #expect(
      malformed.diagnostics.contains("это не доказательство: proof: значения нет, байт 0\n"))
  }

  @Test(arguments: [[], ["--position", "5"]])
  func `a dry run of a stream uses the same languages as the stream`(options: [String]) throws {
    let folder = try Folder.atWork()
    func command(_ rest: String) -> String {
      #"{"command":"courier.acceptOrder","actor":"ivanov","data":{"order":"1"}"# + rest + "}\n"
    }
    let lines = command("") + command(#","locale":"en""#) + "{,\n"
    let stream = ["issue", "--file", try folder.write(lines, to: "commands.jsonl")]
    for variables in [[:], ["REPLAY_LOCALE": "en"]] {
      let printed = try run(stream + ["--dry-run"] + options, variables, in: folder)
        .split(separator: "\n")
      #expect(printed.count == 3)
      #expect(printed[0].hasPrefix("пробный прогон: \(Self.russianLine)"))
      #expect(printed[1].hasPrefix("dry run: refused, line 2: courier.acceptOrder notFound: "))
      #expect(
        printed[2].hasPrefix("пробный прогон: неверная строка 3: malformedCommand: Это не "))
      #expect(
        try run(stream + ["--dry-run", "--json"] + options, variables, in: folder)
          == run(stream + ["--json"], variables, in: folder))
    }
    let english = try run(stream + ["--dry-run", "--locale", "en"] + options, [:], in: folder)
    #expect(
      english.contains("dry run: malformed line 3: malformedCommand: This is not a command: "))
  }

  @Test func `numbers are written as the language writes them`() {
    #expect([0, 999, 1000, -1_234_567].map(\.grouped) == ["0", "999", "1,000", "-1,234,567"])
    #expect([999, -1_234_567].map(\.russian) == ["999", "-1\u{A0}234\u{A0}567"])
    #expect(0.5.russian(3) == "0,500")
  }

  @Test func `notes, end lines and reports are in the same language`() throws {
    let folder = try Folder()
    try folder.importReceipt(5)
    func printed(_ words: String..., input: String = "") throws -> String {
      let outcome = try Tool.run(words, in: folder, input: Data(input.utf8))
      return (outcome.output + outcome.diagnostics)
        .replacing(/[0-9]+,[0-9]{3} с \(событий в секунду: [0-9\u{A0}]+\)/, with: "…")
    }
    #expect(
      try printed("export", "--file", "out") == "replay-tool: экспортировано событий: 5, за …\n")
    #expect(try printed("tail", "--consumer", "billing", "--run", "true", "--limit", "2") == "")
    #expect(
      try printed("tail", "--consumer", "billing", "--run", "exit 3") == """
        replay-tool: команда для события 3 завершилась с кодом 3; потребитель остаётся перед этим \
        событием
        подсказка: запущенный снова, tail повторит событие 3

        """)
    #expect(try printed("consumers") == "billing: позиция 2, осталось событий: 3\n")
    #expect(
      try printed("replay", "nft.cart", "--verify").hasSuffix(
        """
        событий 5 за …, до позиции 5
        replay-tool: снимков для сравнения нет

        """))
    let snapshot = try printed("snapshot", "nft.currencies")
    #expect(snapshot.hasSuffix(" Б\nна момент события 5\n"))
    #expect(
      try printed("replay", "--verify").hasSuffix("снимков, которые согласуются с журналом: 1\n"))
    #expect(
      try printed("when", "nft.currencies", "--run", "exit 127")
        == "replay-tool: команда из --run завершилась с кодом 127\n")
    #expect(
      try printed("show", "nft.cart", "user:=x") == """
        replay-tool: user:= принимает JSON: здесь не может быть символа «x», байт 0
        справка: replay-tool show --help

        """)
    #expect(
      try printed("issue", "courier.registerCourier", "password=1234", "--actor", "admin")
        .hasSuffix(
          """
          replay-tool: предупреждение: «password» стоит в командной строке, где его видят другие; \
          передайте его так: password=@FILE или password=@-

          """))
    let segment = URL(filePath: folder.path("journal/segments/00000000000000000001.jsonl"))
    let torn = try Data(contentsOf: segment) + Data(#"{"position":6,"id":"0"#.utf8)
    try torn.write(to: segment)
    let event = #"{"type":"T","time":"2026-05-08T12:00:00Z","tags":[],"data":{}}"#
    #expect(
      try printed("import", "--format", "jsonl", input: event).hasSuffix(
        "отрезано незаконченное добавление, байт: 21; оно не было подтверждено\n"))
  }

  @Test func `a wrong locale is a usage error`() throws {
    let folder = try Folder()
    #expect(try run(["stats"], ["REPLAY_LOCALE": "de"], in: folder).contains("REPLAY_LOCALE takes"))
    #expect(
      try run(["stats", "--locale", "de"], [:], in: folder).contains("--locale takes ru or en"))
  }

  @Test(arguments: [("ru", "проверка: история "), ("en", "checking: run ")])
  func `progress is printed in the same language`(locale: String, text: String) throws {
    let words = [Tool.executable.path, "check", "--runs", "4", "--no-pager", "--locale", locale]
    let (screen, status) = try PseudoTerminal.talk(words, of: "/usr/bin/env", in: Folder(), [])
    #expect(status == 0)
    #expect(screen.contains(text))
  }
}
