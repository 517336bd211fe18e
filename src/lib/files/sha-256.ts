/**
 * SHA-256 for browsers. `crypto.subtle` is unavailable on sites without TLS, where passwords must be hashed too.
 */
const block_bytes = 64;

/** The first `count` primes; the algorithm's constants are the fractions of their roots. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const roundConstants = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const initialState = primes(8).map((prime) => fraction(Math.sqrt(prime)));

const rotateRight = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message, a one bit, zeros, and the message's length in bits, in whole blocks. */
function padded(message: Uint8Array): DataView {
  const blocks = Math.ceil((message.length + 9) / block_bytes);
  const bytes = new Uint8Array(blocks * block_bytes);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function compress(state: readonly number[], words: readonly number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  roundConstants.forEach((constant, round) => {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + choice + constant + (words[round] ?? 0)) | 0;
    const second = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + (state[index] ?? 0)) | 0);
}

/** The message schedule of the block at `offset`: 64 words. */
function wordsOf(view: DataView, offset: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(offset + index * 4));
  for (let index = 16; index < 64; index += 1) {
    const [near = 0, far = 0] = [words[index - 2], words[index - 15]];
    const s0 = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3);
    const s1 = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10);
    words.push(((words[index - 16] ?? 0) + s0 + (words[index - 7] ?? 0) + s1) | 0);
  }
  return words;
}

/** The SHA-256 of a text's UTF-8 bytes, as 64 hex digits. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text));
  let state = initialState;
  for (let offset = 0; offset < view.byteLength; offset += block_bytes) state = compress(state, wordsOf(view, offset));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
