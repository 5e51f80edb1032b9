import Foundation
import Testing

/// The completion scripts, run by the shells. More of bash is in CatalogTests. Without a shell its test is
/// skipped.
@Suite struct CompletionTests {
  private static let bash = "/usr/bin/bash"
  private static let zsh = "/usr/bin/zsh"
  private static let fish = "/usr/bin/fish"

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: shell)
  }

  /// A folder with the couriers' journal, the script of a shell, and the tool in `bin`.
  private func folder(_ shell: String, script: String) throws -> Folder {
    let folder = try Folder.sample("courier")
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bin/replay-tool"), withDestinationPath: Tool.executable.path)
    _ = try folder.write(try Tool.run("completions", shell, in: folder).output, to: script)
    return folder
  }

  private func variables(_ folder: Folder) -> [String] {
    [
      "PATH=\(folder.path("bin")):/usr/bin:/bin", "REPLAY_JOURNAL=\(folder.journal)",
      "ZDOTDIR=\(folder.url.path)", "HOME=\(folder.url.path)", "TERM=xterm", "NO_COLOR=1",
    ]
  }

  @Test(.enabled(if: isInstalled(bash), "bash is not installed"))
  func `bash completes names of files as it does everywhere`() throws {
    let folder = try folder("bash", script: "completions.bash")
    _ = try folder.write(
      "cd \(folder.url.path); source completions.bash; PS1='> '\n", to: ".bashrc")
    try FileManager.default.createDirectory(
      atPath: folder.path("a b"), withIntermediateDirectories: true)
    for name in ["na:me", "na2=me", "nasty", "a b/abc"] { _ = try folder.write("", to: name) }
    let lines = [
      ("import --file na:", "import --file na:me"), ("import --file=na2=", "import --file=na2=me"),
      ("import --file a\\ b/", "import --file a\\ b/abc "),
      ("import --file \"a b/a", "import --file \"a b/abc\" "),
      ("import --file ~/nas", "import --file ~/nasty "), ("import < nas", "import < nasty "),
      ("show x > nas", "show x > nasty "), ("backup a", "backup a\\ b/"),
      ("issue x password=@nas", "issue x password=@nasty"), ("sess", "session "),
      ("tail --tag \"courier:iv", "tail --tag \"courier:ivanov\" "),
      ("tail --tag courier:iv", "tail --tag courier:ivanov "),
      ("why \"courier.order\" st", "why \"courier.order\" status "),
      ("why 'courier.order' --tab --col", "why 'courier.order' --tab --columns "),
    ]
    // Ctrl-U removes the completed line.
    let typed = lines.map { "replay-tool \($0.0)\t\u{15}" } + ["exit\r"]
    let (screen, status) = try PseudoTerminal.talk(
      ["-i"], of: Self.bash, in: folder, [("> ", typed.joined())], variables: variables(folder))
    #expect(status == 0)
    for (_, line) in lines { #expect(screen.contains("replay-tool \(line)"), "\(screen)") }
  }

  @Test(.enabled(if: isInstalled(zsh), "zsh is not installed"))
  func `zsh completes at the first Tab`() throws {
    let folder = try folder("zsh", script: "_replay-tool")
    _ = try folder.write(
      "PS1='> '; fpath=(\(folder.url.path) $fpath); autoload -Uz compinit; compinit -u -D\n",
      to: ".zshrc")
    let lines = [
      ("sess", "session"), ("issue courier.acc", "issue courier.acceptOrder"),
      ("audit order:9402", "audit order:9402"), ("tail --actor ev", "tail --actor eva"),
      ("timeline courier:iv", "timeline courier:ivanov"),
      ("export --format oc", "export --format ocel"), ("show --locale e", "show --locale en"),
      ("show courier.order order=9403", "show courier.order order=9403"),
      ("show courier.orders tab=m", "show courier.orders tab=mine"),
      ("why courier.order st", "why courier.order status"), ("help expo", "help export"),
      ("diff --fro", "diff --from"), ("why \"courier.order\" st", "why courier.order status"),
    ]
    // Ctrl-A goes to the beginning, so that the completed line is printed and not run.
    let typed = lines.map { "replay-tool \($0.0)\t\u{1}print -r -- \r" } + ["exit\r"]
    let (screen, status) = try PseudoTerminal.talk(
      ["-i"], of: Self.zsh, in: folder, [("> ", typed.joined())], variables: variables(folder))
    #expect(status == 0)
    for (_, line) in lines { #expect(screen.contains("\nreplay-tool \(line)"), "\(line)") }
  }

  @Test(.enabled(if: isInstalled(fish), "fish is not installed"))
  func `fish completes`() throws {
    let folder = try folder("fish", script: "replay-tool.fish")
    let lines = [
      ("sess", "session"), ("issue courier.a", "courier.acceptOrder"),
      ("issue courier.placeOrder de", "deliveryDate="), ("show --locale ", "en ru"),
      ("import --format ", "cloudevents csv jsonl"), ("completions ", "bash fish zsh"),
      ("audit order:9402", "order:9402"), ("tail --actor ev", "eva"), ("tail --rev", "--reverse"),
      ("show courier.order order=9403", "order=9403"), ("show courier.orders tab=m", "tab=mine"),
      ("issue courier.signIn password=@repl", "password=@replay-tool.fish"),
      ("show courier.order --journal=nowhere order=940", ""), ("help exp", "export"),
      ("audit --domain n", "nft"), ("why courier.order st", "status"), ("backup b", "bin/"),
      ("diff --against b", "bin/"), ("import --file ~/replay", "~/replay-tool.fish"),
      ("import --file $HOME/replay", "$HOME/replay-tool.fish"), ("backup ~/b", "~/bin/"),
      ("import --file a\\\\ b/a", "a b/abc"), ("import --file \"a b/a", "a b/abc"),
      ("tail --tag \"courier:iv", "courier:ivanov"),
    ]
    try FileManager.default.createDirectory(
      atPath: folder.path("a b"), withIntermediateDirectories: true)
    _ = try folder.write("", to: "a b/abc")
    let tries = lines.map {
      "complete -C 'replay-tool \($0.0)' | string split -f 1 \\t | sort -u | string join ' '; echo"
    }
    let script = try folder.write(
      "cd \(folder.url.path)\nsource replay-tool.fish\n" + tries.joined(separator: "\n") + "\n",
      to: "try.fish")
    let process = Process()
    process.executableURL = URL(filePath: Self.fish)
    process.arguments = [script]
    process.environment = Dictionary(
      uniqueKeysWithValues: variables(folder).map { variable in
        let parts = variable.split(separator: "=", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      })
    let outcome = try ToolRun(process, in: folder.temporary).outcome()
    #expect(outcome.diagnostics == "")
    #expect(outcome.lines.map(String.init) == lines.map(\.1).filter { !$0.isEmpty })
  }
}
