import Checking
import EventChecking
import EventEngine
import ReplayToolKit

/// The applications whose traffic is measured.
let applications = CheckedDomain.applications.map(\.definition)

@main struct Main {
  static func main() {
    ReplayTool.main(named: "replay-bench", verb: Bench.self, domains: applications)
  }
}
