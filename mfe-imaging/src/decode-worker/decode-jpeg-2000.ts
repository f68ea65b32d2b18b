import createCodec, { type OpenJpeg } from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import { pixelsOf } from './pixels-of.ts';

const wasm = new URL('@cornerstonejs/codec-openjpeg/decodewasm', import.meta.url);

/** The frame as the loader describes it; further fields pass through. */
interface EncodedFrame {
  readonly rows: number;
  readonly columns: number;
  /** 1: the header says that values are signed. */
  readonly pixelRepresentation?: number;
}

let codec: Promise<OpenJpeg> | undefined;

/** Loads the codec on the first frame of its kind. */
export function initialize(): Promise<OpenJpeg> {
  codec ??= createCodec({ locateFile: (file: string) => (file.endsWith('.wasm') ? wasm.href : file) });
  return codec;
}

/**
 * Takes the place of the loader's JPEG 2000 decoder, which keeps one decoder object and gives the previous picture for a codestream it
 * cannot read. Here each frame has its own decoder, and a frame of another size than the header's is an error.
 */
export default async function decodeJpeg2000(bytes: Uint8Array, frame: EncodedFrame) {
  const { J2KDecoder } = await initialize();
  const decoder = new J2KDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, bitsPerSample, componentCount } = decoder.getFrameInfo();
    if (width !== frame.columns || height !== frame.rows)
      throw new Error(`JPEG 2000 frame of ${width} x ${height}, expected ${frame.columns} x ${frame.rows}`);
    // Codestream and header may disagree on the sign; the header tells what the numbers mean (PS3.5 8.2.4).
    const isSigned = frame.pixelRepresentation === 1;
    const pixelData = pixelsOf(decoder.getDecodedBuffer(), {
      bitsPerSample,
      isSigned,
      samples: width * height * componentCount,
    });
    return { ...frame, pixelData, bitsPerPixel: bitsPerSample, signed: isSigned, componentsPerPixel: componentCount };
  } finally {
    decoder.delete();
  }
}
