#if PostgreSQL
  import EventStore

  /// Every statement, with the reasons for its form. The statements use only tables and row locks;
  /// an erasure also locks a table. There are no triggers, no functions of our own, no extensions,
  /// no advisory locks, no sequences, no `serializable`.
  enum SQL {
    /// The tables. Apart from erasures, all tables except `journal` receive only inserts. So no row
    /// has old versions, which a long-running reader could make expensive. A row of `journal` is
    /// locked by each writer, and changed only by an import into an empty journal. Locking a row
    /// requires the right to update one of its columns. The column `writers`, which is always null,
    /// exists for this right.
    ///
    /// `external` stores bytes as they are. `statistics 0` keeps `ANALYZE` from copying them into
    /// `pg_statistic`, where an erasure would not find them.
    static let schema = [
      "create schema replay",
      """
      create table replay.journal (
        id bigint primary key, name text not null unique, instance bytea not null,
        manifest bytea not null, durability text not null, writers boolean)
      """,
      // A batch is the set of events that one transaction has recorded. `root` is the root of the
      // integrity tree.
      """
      create table replay.batch (
        journal bigint not null, last bigint not null, first bigint not null, root bytea not null,
        at timestamptz not null default now(), primary key (journal, last))
      """,
      """
      create table replay.record (
        journal bigint not null, position bigint not null, core bytea not null,
        primary key (journal, position))
      """,
      "alter table replay.record alter core set storage external, alter core set statistics 0",
      // The erasable sections, in a table of their own: erasing rewrites nothing else.
      """
      create table replay.private (
        journal bigint not null, position bigint not null, section bytea not null,
        primary key (journal, position))
      """,
      "alter table replay.private alter section set storage external, alter section set statistics 0",
      """
      create table replay.secret (
        journal bigint not null, key text not null, sealed bytea not null,
        primary key (journal, key))
      """,
      // The last row of a consumer counts, so that a role that may only insert can move the
      // consumer.
      """
      create table replay.consumer (
        journal bigint not null, name text not null, move bigint not null,
        position bigint not null, primary key (journal, name, move))
      """,
    ].map { Statement($0) }

    // MARK: - Opening

    static let server = Statement(
      """
      select current_setting('server_version_num')::bigint, pg_is_in_recovery(),
        coalesce(current_setting('fsync', true), 'on'),
        coalesce(current_setting('full_page_writes', true), 'on'),
        coalesce(current_setting('synchronous_standby_names', true), ''), current_user::text,
        to_regnamespace('replay') is not null,
        coalesce(has_schema_privilege(to_regnamespace('replay'), 'usage'), false),
        pg_backend_pid()::bigint,
        (select reset_val <> '0' from pg_settings where name = 'statement_timeout')
      """)

    /// The name of the table of journals, null if it does not exist, and the names of unlogged
    /// tables. Needs USAGE on the schema.
    static let tables = Statement(
      """
      select to_regclass('replay.journal')::text,
        (select string_agg('replay.' || relname::text, ', ' order by relname) from pg_class
          where relnamespace = to_regnamespace('replay')::oid and relkind = 'r'
            and relpersistence <> 'p')
      """)

    /// The rights that the role lacks for reading, or for reading and appending, as
    /// `RIGHT on replay.TABLE`. A policy that may hide rows from the role counts as a lacking right:
    /// a journal of which some rows are hidden looks empty or damaged.
    static func missingRights(appending: Bool) -> Statement {
      Statement(
        """
        select string_agg(
          case need when 'update' then 'UPDATE (writers)'
            when 'all rows' then 'all rows (row-level security)' else upper(need) end
            || ' on replay.' || name, ', ') from (
          select name, need, case need
            when 'update' then has_any_column_privilege('replay.' || name, need)
            when 'all rows' then not row_security_active('replay.' || name)
            else has_table_privilege('replay.' || name, need) end as has
          from (values ('journal'), ('batch'), ('record'), ('private'), ('secret'), ('consumer'))
            as t (name), (values ('select'), ('insert'), ('update'), ('all rows')) as r (need)
          where need in ('select', 'all rows')
            or $1 = 1 and (need = 'update') = (name = 'journal')) as rights
        where not has
        """, .int(appending ? 1 : 0))
    }

    static func journal(named name: String) -> Statement {
      Statement(
        "select id, instance, manifest, durability from replay.journal where name = $1",
        .text(name))
    }

    static let journals = Statement(
      """
      select name, durability, coalesce((select max(last) from replay.batch b where b.journal = id), 0),
        manifest, instance
      from replay.journal order by name collate "C"
      """)

    /// Inserts the row of a journal unless there is one of that name.
    ///
    /// - Parameter id: a random number. One that depended on the other ids would make the creation
    ///   of a journal wait for the import of another one, and a sequence would need one more right.
    static func create(
      _ id: Int, _ name: String, instance: [UInt8], manifest: [UInt8], _ durability: Durability
    ) -> Statement {
      Statement(
        """
        insert into replay.journal (id, name, instance, manifest, durability)
        select $1, $2, $3, $4, $5 where not exists (select from replay.journal where name = $2)
        """, .int(id), .text(name), .bytes(instance), .bytes(manifest),
        .text(durability.rawValue))
    }

    /// Gives an empty journal the identity of another one, whose records are then inserted.
    static func replace(_ id: Int, instance: [UInt8], manifest: [UInt8]) -> Statement {
      Statement(
        "update replay.journal set instance = $2, manifest = $3 where id = $1", .int(id),
        .bytes(instance), .bytes(manifest))
    }

    // MARK: - Reading

    /// One row: the end and the root of the last batch up to `position`, and the end of the newest
    /// batch.
    static func state(_ id: Int, upTo position: Position) -> Statement {
      Statement(
        """
        select reached.last, reached.root, newest.last
        from (select max(last) as last from replay.batch where journal = $1) as newest
        left join lateral (select last, root from replay.batch where journal = $1 and last <= $2
          order by last desc limit 1) as reached on true
        """, .int(id), .position(position))
    }

    static func newest(_ id: Int) -> Statement {
      Statement(
        "select last from replay.batch where journal = $1 order by last desc limit 1", .int(id))
    }

    /// The next records up to the end of a batch. Each record is followed by its section if it has
    /// one, and the last record of a batch by the root of the batch. A page is one statement and so
    /// one snapshot: an erasure is visible in the whole page or not at all, and a long read holds
    /// no old snapshot. The statement unites ranges of three tables, since a join would look up
    /// every record in each of them.
    ///
    /// - Parameter count: the page ends with the first batch that reaches this number of records.
    static func page(_ id: Int, after position: Position, of count: Int) -> Statement {
      Statement(
        """
        with page (last) as (select coalesce(
          (select last from replay.batch where journal = $1 and last >= $3
            order by last limit 1),
          (select last from replay.batch where journal = $1 order by last desc limit 1)))
        select r.position, r.core, null::bytea, null::bytea, 0 from replay.record r
          where r.journal = $1 and r.position > $2 and r.position <= (select last from page)
        union all
        select p.position, null, p.section, null, 1 from replay.private p
          where p.journal = $1 and p.position > $2 and p.position <= (select last from page)
        union all
        select b.last, null, null, b.root, 2 from replay.batch b
          where b.journal = $1 and b.last > $2 and b.last <= (select last from page)
        order by 1, 5
        """, .int(id), .position(position),
        .int(position.rawValue + min(count, .max - position.rawValue)))
    }

    static func batch(_ id: Int, endingAt last: Position) -> Statement {
      Statement(
        "select root from replay.batch where journal = $1 and last = $2", .int(id),
        .position(last))
    }

    /// The first position of a row that no append leaves: a batch that does not continue the one
    /// before, a record or a section outside of all batches. Null if there is none.
    static func stray(_ id: Int) -> Statement {
      Statement(
        """
        with batch as (select first, last, lag(last, 1, 0::bigint) over (order by last) as before
          from replay.batch where journal = $1),
        newest (last) as (select coalesce(max(last), 0) from batch)
        select min(position) from (
          select last as position from batch where first <> before + 1 or first > last
          union all select position from replay.record
            where journal = $1 and (position < 1 or position > (select last from newest))
          union all select position from replay.private
            where journal = $1 and (position < 1 or position > (select last from newest))) as stray
        """, .int(id))
    }

    // MARK: - Erasing

    /// Whether the role may rewrite the table of sections as its owner, and the owner's name.
    static let owner = Statement(
      """
      select pg_has_role(relowner, 'usage'), pg_get_userbyid(relowner)::text
      from pg_class where oid = to_regclass('replay.private')
      """)

    /// Removes sections for good. A row that is only deleted stays in the table's file until no
    /// transaction can see it any more and a vacuum has passed. A table that is truncated and
    /// filled again has a new file. If a trigger keeps a row from being deleted or inserted again,
    /// a division by zero ends the transaction.
    static func erase(_ ranges: [ClosedRange<Position>], of id: Int) -> [Statement] {
      let (firsts, lasts) = (
        Value.ints(ranges.map(\.lowerBound.rawValue)),
        Value.ints(ranges.map(\.upperBound.rawValue))
      )
      return [
        Statement("lock table replay.private in access exclusive mode"),
        Statement(
          """
          delete from replay.private p using unnest($2::bigint[], $3::bigint[]) as e (first, last)
          where p.journal = $1 and p.position between e.first and e.last
          """, .int(id), firsts, lasts),
        Statement(
          """
          select 1 / (count(*) = 0)::int
          from replay.private p, unnest($2::bigint[], $3::bigint[]) as e (first, last)
          where p.journal = $1 and p.position between e.first and e.last
          """, .int(id), firsts, lasts),
        Statement("create temporary table kept on commit drop as select * from replay.private"),
        Statement("truncate replay.private"),
        Statement(
          "insert into replay.private select * from pg_temp.kept",
          inserting: "(select count(*) from pg_temp.kept)"),
      ]
    }

    // MARK: - Secrets and consumers

    static func storeSecret(_ sealed: [UInt8], as key: String, of id: Int) -> Statement {
      Statement(
        "insert into replay.secret (journal, key, sealed) values ($1, $2, $3)", .int(id),
        .text(key), .bytes(sealed), inserting: 1)
    }

    static func secret(_ key: String, of id: Int) -> Statement {
      Statement(
        "select sealed from replay.secret where journal = $1 and key = $2", .int(id), .text(key))
    }

    static func secrets(of id: Int) -> Statement {
      Statement(
        "select key from replay.secret where journal = $1 order by key collate \"C\"", .int(id))
    }

    static func consumers(of id: Int) -> Statement {
      Statement(
        """
        select name from replay.consumer where journal = $1 group by name
        order by name collate "C"
        """, .int(id))
    }

    static func consumer(_ name: String, of id: Int) -> Statement {
      Statement(
        """
        select position from replay.consumer where journal = $1 and name = $2
        order by move desc limit 1
        """, .int(id), .text(name))
    }

    static func move(_ name: String, to position: Position, of id: Int) -> Statement {
      Statement(
        """
        insert into replay.consumer (journal, name, move, position)
        select $1, $2, coalesce(max(move), 0) + 1, $3 from replay.consumer
        where journal = $1 and name = $2
        """, .int(id), .text(name), .position(position), inserting: 1)
    }
  }
#endif
