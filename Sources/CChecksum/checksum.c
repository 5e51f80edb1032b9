#include "checksum.h"

#include <stdatomic.h>
#include <string.h>

// Each kind of processor supplies the same three functions below: `detect_features`,
// `crc32c` and `sha256_blocks`. The target attribute lets a function use instructions
// that the rest of the build does not assume, so no compiler flags are needed.

enum {
  features_known = 1 << 0,
  feature_crc32c = 1 << 1,
  feature_sha256 = 1 << 2,
};

#if defined(__x86_64__) || defined(__AARCH64EL__)
// FIPS 180-4 §4.2.2.
static const uint32_t round_constants[64] __attribute__((aligned(16))) = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};
#endif

// MARK: - x86-64

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

static uint32_t detect_features(void) {
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  const bool ssse3 = c & bit_SSSE3;
  const bool sse41 = c & bit_SSE4_1;
  // Whatever has the first of these has nearly always the second, too.
  uint32_t features = (c & bit_SSE4_2) && (c & bit_PCLMUL) ? feature_crc32c : 0;
  if (ssse3 && sse41 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA)) {
    features |= feature_sha256;
  }
  return features;
}

// x^(8n - 33) modulo the polynomial, for so many bytes n: a checksum multiplied by it stands n
// bytes further in front.
static const uint32_t past_64 = 0x9e4addf8, past_128 = 0x0d3b6092, past_256 = 0xb9e02b86;

// An instruction takes three cycles, and one can begin in each: so three stretches are read side by
// side, and what comes of the first two is moved in front of the third (V. Gopal and others, Fast
// CRC Computation for iSCSI Polynomial Using CRC32 Instruction, Intel 2011).
__attribute__((target("sse4.2,pclmul"), always_inline))
static inline uint64_t three_stretches(
    uint64_t crc, const uint8_t *bytes, size_t stretch, uint32_t past_one, uint32_t past_two) {
  uint64_t second = 0, third = 0;
  for (size_t i = 0; i < stretch; i += 8) {
    uint64_t words[3];
    memcpy(&words[0], bytes + i, 8);
    memcpy(&words[1], bytes + stretch + i, 8);
    memcpy(&words[2], bytes + 2 * stretch + i, 8);
    crc = _mm_crc32_u64(crc, words[0]);
    second = _mm_crc32_u64(second, words[1]);
    third = _mm_crc32_u64(third, words[2]);
  }
  const __m128i front = _mm_clmulepi64_si128(
      _mm_cvtsi64_si128((int64_t)crc), _mm_cvtsi64_si128(past_two), 0);
  const __m128i middle = _mm_clmulepi64_si128(
      _mm_cvtsi64_si128((int64_t)second), _mm_cvtsi64_si128(past_one), 0);
  return third ^ _mm_crc32_u64(0, (uint64_t)_mm_cvtsi128_si64(_mm_xor_si128(front, middle)));
}

__attribute__((target("sse4.2,pclmul")))
static uint32_t crc32c(uint32_t crc, const uint8_t *bytes, size_t count) {
  uint64_t wide = (uint32_t)~crc;
  for (; count >= 384; bytes += 384, count -= 384) {
    wide = three_stretches(wide, bytes, 128, past_128, past_256);
  }
  for (; count >= 192; bytes += 192, count -= 192) {
    wide = three_stretches(wide, bytes, 64, past_64, past_128);
  }
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = _mm_crc32_u64(wide, word);
  }
  crc = (uint32_t)wide;
  if (count & 4) {
    uint32_t word;
    memcpy(&word, bytes, 4);
    crc = _mm_crc32_u32(crc, word);
    bytes += 4;
  }
  for (count &= 3; count > 0; bytes++, count--) crc = _mm_crc32_u8(crc, *bytes);
  return ~crc;
}

// The instructions want the eight words as (c d g h) and (a b e f), highest first, not in
// the order of the standard: hence the shuffles before and after.
__attribute__((target("sha,sse4.1,ssse3")))
static void sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  __m128i badc = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i hgfe = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(badc, hgfe, 8);
  __m128i cdgh = _mm_blend_epi16(hgfe, badc, 0xF0);

  for (; count > 0; blocks += 64, count--) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i words[4];  // The last sixteen words of the message schedule.
    for (int i = 0; i < 4; i++) {
      words[i] = _mm_loadu_si128((const __m128i *)(blocks + 16 * i));
      words[i] = _mm_shuffle_epi8(words[i], big_endian);
    }
    #pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      const __m128i first = words[i & 3], second = words[(i + 1) & 3];
      const __m128i third = words[(i + 2) & 3], fourth = words[(i + 3) & 3];
      const __m128i constants = _mm_load_si128((const __m128i *)(round_constants + 4 * i));
      const __m128i input = _mm_add_epi32(first, constants);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, input);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(input, 0x0E));
      if (i < 12) {
        __m128i next = _mm_sha256msg1_epu32(first, second);
        next = _mm_add_epi32(next, _mm_alignr_epi8(fourth, third, 4));
        words[i & 3] = _mm_sha256msg2_epu32(next, fourth);
      }
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

// MARK: - arm64

#elif defined(__AARCH64EL__)
#include <arm_acle.h>
#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif

static uint32_t detect_features(void) {
#if defined(__APPLE__)
  return feature_crc32c | feature_sha256;  // Every arm64 Mac has both.
#elif defined(__linux__)
  // HWCAP_SHA2 and HWCAP_CRC32 of <asm/hwcap.h>, which not every C library brings along.
  const unsigned long sha2 = 1ul << 6, crc32 = 1ul << 7;
  const unsigned long capabilities = getauxval(AT_HWCAP);
  return (capabilities & crc32 ? feature_crc32c : 0) | (capabilities & sha2 ? feature_sha256 : 0);
#else
  return 0;
#endif
}

__attribute__((target("crc")))
static uint32_t crc32c(uint32_t crc, const uint8_t *bytes, size_t count) {
  crc = ~crc;
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    crc = __crc32cd(crc, word);
  }
  if (count & 4) {
    uint32_t word;
    memcpy(&word, bytes, 4);
    crc = __crc32cw(crc, word);
    bytes += 4;
  }
  for (count &= 3; count > 0; bytes++, count--) crc = __crc32cb(crc, *bytes);
  return ~crc;
}

__attribute__((target("sha2")))
static void sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);

  for (; count > 0; blocks += 64, count--) {
    const uint32x4_t abcd_before = abcd, efgh_before = efgh;
    uint32x4_t words[4];  // The last sixteen words of the message schedule.
    for (int i = 0; i < 4; i++) {
      words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
    }
    #pragma clang loop unroll(full)
    for (int i = 0; i < 16; i++) {
      const uint32x4_t first = words[i & 3], second = words[(i + 1) & 3];
      const uint32x4_t third = words[(i + 2) & 3], fourth = words[(i + 3) & 3];
      const uint32x4_t input = vaddq_u32(first, vld1q_u32(round_constants + 4 * i));
      const uint32x4_t abcd_here = abcd;
      abcd = vsha256hq_u32(abcd, efgh, input);
      efgh = vsha256h2q_u32(efgh, abcd_here, input);
      if (i < 12) {
        words[i & 3] = vsha256su1q_u32(vsha256su0q_u32(first, second), third, fourth);
      }
    }
    abcd = vaddq_u32(abcd, abcd_before);
    efgh = vaddq_u32(efgh, efgh_before);
  }

  vst1q_u32(state, abcd);
  vst1q_u32(state + 4, efgh);
}

// MARK: - Any other processor

#else

static uint32_t detect_features(void) { return 0; }

static uint32_t crc32c(uint32_t crc, const uint8_t *bytes, size_t count) { __builtin_trap(); }

static void sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  __builtin_trap();
}

#endif

// MARK: - What the header promises

// Two threads that ask for the first time at once both find the same answer, so the order
// of their stores does not matter.
static uint32_t features(void) {
  static _Atomic uint32_t kept = 0;
  uint32_t known = atomic_load_explicit(&kept, memory_order_relaxed);
  if (known == 0) {
    known = detect_features() | features_known;
    atomic_store_explicit(&kept, known, memory_order_relaxed);
  }
  return known;
}

bool checksum_has_crc32c(void) { return features() & feature_crc32c; }

bool checksum_has_sha256(void) { return features() & feature_sha256; }

uint32_t checksum_crc32c(uint32_t crc, const void *bytes, size_t count) {
  return crc32c(crc, bytes, count);
}

void checksum_sha256_blocks(uint32_t state[8], const uint8_t *blocks, size_t count) {
  sha256_blocks(state, blocks, count);
}
