/**
 * SHA-256 in plain TypeScript: browsers offer theirs only over HTTPS, and many tables at home are served over HTTP.
 * Why not a library: docs/decisions/0011-parts-of-the-page-written-here.md.
 */

const START = constants(8, 2)
const ROUND = constants(64, 3)

/** The first 32 fractional bits of the square (2) or cube (3) roots of the first primes. */
function constants(count: number, root: 2 | 3): Uint32Array {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number++) {
    if (primes.every((prime) => number % prime)) primes.push(number)
  }
  return Uint32Array.from(primes, (prime) => fraction(BigInt(prime), root))
}

/** Computed with integers: a floating-point root has fewer than 32 exact bits. */
function fraction(prime: bigint, root: 2 | 3): number {
  const wanted = prime << BigInt(32 * root)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** BigInt(root) <= wanted) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export function sha256(message: Uint8Array): Uint8Array {
  const bytes = padded(message)
  const state = Uint32Array.from(START)
  for (let at = 0; at < bytes.byteLength; at += 64) compress(state, new DataView(bytes.buffer, at, 64))
  const out = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => out.setUint32(4 * index, word))
  return new Uint8Array(out.buffer)
}

function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64 * Math.ceil((message.length + 9) / 64))
  bytes.set(message)
  bytes[message.length] = 0x80
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, 8n * BigInt(message.length))
  return bytes
}

function compress(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(64)
  for (let t = 0; t < 16; t++) words[t] = block.getUint32(4 * t)
  for (let t = 16; t < 64; t++) {
    const [early, late] = [words[t - 15], words[t - 2]]
    const small0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const small1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[t] = words[t - 16] + small0 + words[t - 7] + small1
  }
  let [a, b, c, d, e, f, g, h] = state
  for (let t = 0; t < 64; t++) {
    const big1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + big1 + choice + ROUND[t] + words[t]) | 0
    const big0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + big0 + majority) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] += word))
}
