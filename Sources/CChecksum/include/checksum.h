#ifndef REPLAY_CHECKSUM_H
#define REPLAY_CHECKSUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The two checksums of a journal, in the instructions that processors have for them.
//
// Everything here is chosen when the program runs, so one build serves every processor.
// Ask the `has` function first: the work functions stop the program where they are not
// supported. The callers carry a portable version of each.

#if defined(__cplusplus)
extern "C" {
#endif

#pragma clang assume_nonnull begin

/// Whether `checksum_crc32c` may be called. The answer is kept; asking costs about 1 ns.
bool checksum_has_crc32c(void);

/// CRC-32C (Castagnoli, RFC 3720 §12.1) of `count` bytes that follow bytes whose checksum
/// is `crc`; 0 begins. `bytes` may be null when `count` is 0.
uint32_t checksum_crc32c(uint32_t crc, const void *_Nullable bytes, size_t count);

/// Whether `checksum_sha256_blocks` may be called. The answer is kept; asking costs about 1 ns.
bool checksum_has_sha256(void);

/// The compression function of SHA-256 (FIPS 180-4 §6.2.2) over `count` blocks of 64 bytes,
/// at any alignment.
void checksum_sha256_blocks(uint32_t state[_Nonnull 8], const uint8_t *blocks, size_t count);

#pragma clang assume_nonnull end

#if defined(__cplusplus)
}
#endif

#endif
