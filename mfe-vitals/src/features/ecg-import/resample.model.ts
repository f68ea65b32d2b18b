/** Linear interpolation when upsampling, averaging when downsampling. Gaps stay gaps. */
export function resample(signal: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return signal;
  const length = Math.floor((signal.length * to) / from);
  const result = new Float32Array(length);
  const step = from / to;
  for (let at = 0; at < length; at += 1) {
    const place = at * step;
    const before = Math.floor(place);
    if (step > 1) {
      const end = Math.min(signal.length, Math.max(before + 1, Math.floor(place + step)));
      let sum = 0;
      for (let source = before; source < end; source += 1) sum += signal[source] ?? 0;
      result[at] = sum / (end - before);
    } else {
      const [a, b] = [signal[before] ?? Number.NaN, signal[Math.min(before + 1, signal.length - 1)] ?? Number.NaN];
      result[at] = a + (b - a) * (place - before);
    }
  }
  return result;
}
