const [DISCRETE, LINEAR, INDIRECT] = [0, 1, 2];

/**
 * Expands a segmented LUT (PS3.3 C.7.9.2): discrete, linear and indirect segments. `words` are bytes for 8-bit entries.
 * Invalid segments end the table.
 */
export function expandedSegments(words: Uint8Array | Uint16Array, length: number): Uint8Array | Uint16Array {
  const out = words instanceof Uint8Array ? new Uint8Array(length) : new Uint16Array(length);
  const end = expand(words, { from: 0, segments: Number.POSITIVE_INFINITY, isCopy: false }, out, 0);
  return out.subarray(0, end);
}

interface Part {
  readonly from: number;
  readonly segments: number;
  /** Indirect segments cannot be nested. */
  readonly isCopy: boolean;
}

/** Writes segments to `out` from `start`; returns the next position. */
function expand(words: Uint8Array | Uint16Array, part: Part, out: Uint8Array | Uint16Array, start: number): number {
  let at = part.from;
  let to = start;
  for (let done = 0; done < part.segments && at + 2 < words.length; done += 1) {
    const [kind, count = 0] = words.subarray(at, at + 2);
    at += 2;
    if (kind === DISCRETE) {
      out.set(words.subarray(at, at + Math.min(count, out.length - to)), to);
      to = Math.min(to + count, out.length);
      at += count;
    } else if (kind === LINEAR) {
      const before = to > 0 ? (out[to - 1] ?? 0) : 0;
      const goal = words[at] ?? 0;
      for (let step = 1; step <= count && to < out.length; step += 1, to += 1)
        out[to] = Math.round(before + ((goal - before) * step) / count);
      at += 1;
    } else if (kind === INDIRECT && !part.isCopy) {
      to = expand(words, { from: placeOf(words, at), segments: count, isCopy: true }, out, to);
      at += words instanceof Uint8Array ? 4 : 2;
    } else return to;
  }
  return to;
}

/** Start of a copied segment: a byte offset in four bytes, lowest first. */
function placeOf(words: Uint8Array | Uint16Array, at: number): number {
  if (words instanceof Uint8Array) return [3, 2, 1, 0].reduce((sum, byte) => sum * 256 + (words[at + byte] ?? 0), 0);
  return ((words[at + 1] ?? 0) * 65_536 + (words[at] ?? 0)) / 2;
}
