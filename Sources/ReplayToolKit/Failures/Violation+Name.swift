import EventChecking
import EventEngine

extension Violation {
  /// The name of the law. A law that has no Russian name keeps its own one.
  package var name: Bilingual { Bilingual(ru: Self.russianNames[law] ?? law, en: law) }

  /// The Russian names of the laws that hold in every domain.
  package static let russianNames = [
    "a domain accepts commands": "домен принимает команды",
    "a dry run = the real one": "пробный прогон = настоящий",
    "a law is checked without an error": "закон проверяется без ошибки",
    "a receipt from before an erasure still verifies":
      "квитанция, полученная до удаления, остаётся верной",
    "a record has one encoding": "запись кодируется только одним способом",
    "a retried command changes nothing": "повторная команда ничего не меняет",
    "a state can be stored and resumed": "состояние можно сохранить и продолжить с него",
    "a state kept up to date through an erasure equals the rebuilt state":
      "состояние, обновлённое при удалении, равно построенному заново",
    "a tick leaves nothing due": "после system.tick нет ничего, срок чего наступил",
    "an erased journal verifies": "журнал после удаления цел",
    "an erasure is complete": "удалено всё, что должно быть удалено",
    "answer from factTypes = answer from all types":
      "ответ по типам из factTypes = ответ по всем типам",
    "answer from its facts = answer from everything": "ответ по своим событиям = ответ по всем",
    "answer of a resumed state = answer": "ответ состояния от снимка = ответ",
    "answer of the summary = answer of the whole state":
      "ответ краткого состояния = ответ полного",
    "audit = queries before and after": "audit = запросы до и после",
    "diff = two queries": "diff = два запроса",
    "diff of all = diff of each": "diff всех = diff каждого",
    "digest = SHA-256 of the encoded state": "дайджест = SHA-256 закодированного состояния",
    "documented refusals": "каждый отказ есть в каталоге",
    "domain invariant": "инвариант домена",
    "encode → decode = identity": "после кодирования и декодирования событие то же",
    "erased data is in no file": "удалённых данных нет ни в одном файле",
    "read model invariant": "инвариант моделей для чтения",
    "resumed = incremental": "состояние от снимка = обновлённое",
    "the changes from why = those between two queries":
      "изменения из why = изменения между двумя запросами",
    "the events from diff = those from why": "события из diff = события из why",
    "the journal can be read": "журнал можно прочитать",
    "the journal works": "журнал работает",
    "the rebuilt state equals the incremental state": "построенное заново равно обновлённому",
    "the same state gives the same answer": "одно состояние даёт один ответ",
    "warm decision = fresh decision":
      "решение по состояниям в памяти = решение по событиям",
    "when = queries at every position": "when = запросы на каждой позиции",
    "why = queries at every position": "why = запросы на каждой позиции",
    "without an event = a journal that lacks it": "без события = журнал, где его нет",
  ]
}
