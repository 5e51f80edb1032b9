#if !PostgreSQL
  import Foundation
  import Testing

  /// A build without PostgreSQL refuses the URL of a server and prints a remedy.
  @Suite struct ServerURLTests {
    @Test(arguments: [
      ["show", "courier.orders"], ["session", "--create"], ["issue", "courier.acceptOrder"],
      ["journals"], ["import", "--records"],
    ])
    func `no journal is created in a folder with that name`(_ words: [String]) throws {
      let folder = try Folder()
      for url in ["postgresql://eva:geheim@db/shop", "Postgres://db/shop?journal=a"] {
        let refused = try Tool.run(words + ["--journal", url], in: folder)
        #expect(refused.status == 64)
        #expect(refused.diagnostics.contains("swift build --traits PostgreSQL"))
        #expect(!refused.diagnostics.contains("geheim"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(arguments: [
      "postgresql:/eva:geheim@db/shop", "postgres:://eva:geheim@db", "mysql://eva:geheim@db/shop",
    ])
    func `no journal is created for a URL that is mistyped or of another scheme`(_ url: String)
      throws
    {
      let folder = try Folder()
      let refused = try Tool.run("issue", "nft.registerUser", "--journal", url, in: folder)
      #expect(refused.status == 64)
      #expect(refused.diagnostics.contains("postgresql://…"))
      #expect(!refused.diagnostics.contains("geheim"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test(.english) func `the options of a server need a URL`() throws {
      let folder = try Folder()
      for option in ["--key-file", "--cache"] {
        let refused = try Tool.run("stats", option, "x", in: folder)
        #expect(refused.status == 64)
        #expect(refused.diagnostics.contains("named by a URL"))
      }
    }
  }
#endif
