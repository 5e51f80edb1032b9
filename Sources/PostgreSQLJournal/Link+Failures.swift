#if PostgreSQL
  import EventStore

  /// The failures of a connection and of statements, with what to do about them.
  extension Link {
    func failure(
      _ reason: String, ru russian: String, kind: OriginFailure.Kind = .unavailable
    ) -> JournalError {
      .origin(url.text, OriginFailure(kind, reason, ru: russian))
    }

    /// The failure for a right that the role lacks. Waiting does not help.
    func denied(_ what: String) -> JournalError {
      failure(
        "the role \"\(role)\" lacks \(what); the owner of the tables can grant it",
        ru: "роли «\(role)» не хватает \(what); выдать это может владелец таблиц", kind: .denied)
    }

    /// The failure for a server whose setting is off.
    func notCrashSafe(_ setting: String) -> JournalError {
      failure(
        "the server \(host) has \(setting) = off: a crash may lose acknowledged events. Set it to "
          + "on in the server's configuration",
        ru: "у сервера \(host) \(setting) = off: при сбое могут пропасть подтверждённые "
          + "события. Включите его в настройках сервера")
    }

    func connectionFailure(_ error: ServerError) -> JournalError {
      let words = error.message
      // libpq has no code for an error of connecting.
      let marks = ["  database \"": "\" does not exist", "  база данных \"": "\" не существует"]
      let isMissing = marks.contains { begin, end in words.contains(begin) && words.contains(end) }
      if isMissing {
        return failure(
          "the server has no such database; name another one, or create it with createdb (\(words))",
          ru: "на сервере нет такой базы данных; укажите другую или создайте эту: createdb "
            + "(\(words))",
          kind: .noDatabase)
      }
      // Each line is about one server.
      let readOnly = ["session is read-only", "сеанс не допускает запись"]
      let others = words.split(separator: "; ").filter { line in
        !readOnly.contains { line.hasSuffix($0) }
      }
      if others.isEmpty && !words.isEmpty { return acceptsNoWrites(words) }
      return failure(
        "no connection to the server; check that it runs, that the URL has its address, and "
          + "that this role may log in; a password comes from PGPASSFILE, ~/.pgpass, a service "
          + "file or PGPASSWORD (\(words))",
        ru: "нет связи с сервером; проверьте, что он запущен, что адрес в URL верен и что роль "
          + "может входить; пароль берётся из PGPASSFILE, ~/.pgpass, файла служб или PGPASSWORD "
          + "(\(words))")
    }

    private func acceptsNoWrites(_ words: String) -> JournalError {
      failure(
        "the server accepts no writes; it may be a standby: name all servers in the URL, so that the "
          + "primary is found. Or the role, the database or the server has "
          + "default_transaction_read_only = on (\(words))",
        ru: "сервер не принимает записи: возможно, это реплика — укажите в URL все серверы, чтобы "
          + "нашёлся основной. Или у роли, базы либо сервера default_transaction_read_only = on "
          + "(\(words))")
    }

    /// The failure that a server's error stands for, if nothing was recorded.
    func failure(_ error: ServerError) -> JournalError {
      let words = error.message
      if error.isLost {
        return failure(
          "the connection to the server was lost; try again (\(words))",
          ru: "связь с сервером прервалась; повторите (\(words))")
      }
      switch error.state {
      // lock_not_available, deadlock_detected
      case "55P03", "40P01": return .busy(path: url.text)
      // transaction_rollback
      case "40000":
        return failure("the transaction was rolled back", ru: "транзакция отменена")
      // division_by_zero: see `Statement`; feature_not_supported: a rule forbids such a statement.
      case "22012", "0A000":
        return failure(
          "nothing was recorded, since a trigger or a rule on a table in schema replay drops rows; "
            + "remove it (\(words))",
          ru: "ничего не записано: триггер или правило таблицы в схеме replay отбрасывает строки; "
            + "уберите его (\(words))")
      // unique_violation: our statements only add rows after the last batch.
      case "23505":
        return failure(
          "rows of the database were changed by hand: \(words). Restore the rows from a standby or "
            + "a backup",
          ru: "строки базы данных изменили вручную: \(words). Верните строки с реплики или из "
            + "резервной копии")
      // insufficient_privilege
      case "42501":
        return failure(
          "the role \"\(role)\" lacks a right; the owner of the tables can grant it (\(words))",
          ru: "роли «\(role)» не хватает права; выдать его может владелец таблиц (\(words))",
          kind: .denied)
      // read_only_sql_transaction
      case "25006":
        return acceptsNoWrites(words)
      // undefined_table, undefined_column, invalid_schema_name
      case "42P01", "42703", "3F000":
        return failure(
          "the tables in schema replay are incomplete or were changed by hand; restore them from a "
            + "standby or a backup (\(words))",
          ru: "таблицы в схеме replay неполны или изменены вручную; верните их с реплики или из "
            + "резервной копии (\(words))")
      default:
        return failure(
          "the server could not run a statement; its log has the circumstances (\(words), SQLSTATE "
            + "\(error.state))",
          ru: "сервер не смог выполнить запрос; подробности — в его журнале сообщений (\(words), "
            + "SQLSTATE \(error.state))")
      }
    }
  }

  extension ServerError {
    /// Whether a row with the same key was inserted meanwhile: unique_violation.
    var isDuplicateKey: Bool { state == "23505" }
  }
#endif
