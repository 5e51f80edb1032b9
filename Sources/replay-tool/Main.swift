import Checking
import EventChecking
import ReplayToolKit

@main struct Main {
  static func main() {
    ReplayTool.main(
      named: "replay-tool",
      version: ReplayTool.version,
      domains: [
        .courier,
        .habits,
        .mall,
        .mods,
        .nft,
      ],
      sample: .applications,
      ownVerbs: ReplayTool.verbsWithFiles)
  }
}
