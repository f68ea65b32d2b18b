import decodeQR from 'qr/decode.js';

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** Text of the QR code in RGBA pixels; undefined if there is none. */
export function decodePixels({ width, height, data }: Pixels): string | undefined {
  try {
    return decodeQR({ width, height, data }, { format: 'RGBA' });
  } catch {
    // the library throws for a picture without a code
    return undefined;
  }
}
