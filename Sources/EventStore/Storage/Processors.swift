import PlatformLibc

/// The machine's processors.
package enum Processors {
  /// The number of processors that are online, at least one.
  package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
