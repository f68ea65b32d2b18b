interface Samples {
  readonly bitsPerSample: number;
  readonly isSigned: boolean;
  /** Pixels times components. */
  readonly samples: number;
}

/** A copy of decoded bytes as samples of their own type. Throws when there are fewer than the picture needs. */
export function pixelsOf(
  decoded: Uint8Array,
  { bitsPerSample, isSigned, samples }: Samples,
): Uint8Array | Int8Array | Uint16Array | Int16Array {
  const wide = bitsPerSample > 8;
  if (samples === 0 || decoded.byteLength < samples * (wide ? 2 : 1))
    throw new Error(`Decoded ${decoded.byteLength} bytes for ${samples} samples`);
  const { buffer } = decoded.slice(0, samples * (wide ? 2 : 1));
  if (wide) return isSigned ? new Int16Array(buffer) : new Uint16Array(buffer);
  return isSigned ? new Int8Array(buffer) : new Uint8Array(buffer);
}
