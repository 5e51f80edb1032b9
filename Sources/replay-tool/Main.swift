import Checking
import EventChecking
import ReplayToolKit

@main struct Main {
  static func main() {
    ReplayTool.main(
      named: "replay-tool",
      domains: [
        .courier,
        .habits,
        .mall,
        .mods,
        .nft,
      ])
  }
}
