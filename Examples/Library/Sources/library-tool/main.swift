import EventEngine
import Library
import ReplayToolKit

ReplayTool.main(named: "library-tool", domains: [.library])
