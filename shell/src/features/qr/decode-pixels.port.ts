import decodeQR from 'qr/decode.js';

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The text of the QR code in RGBA pixels; undefined when there is none. */
export function decodePixels({ width, height, data }: Pixels): string | undefined {
  try {
    return decodeQR({ width, height, data }, { format: 'RGBA' });
  } catch {
    // The library throws for a picture without a code.
    return undefined;
  }
}
