import pako from 'pako';
import createJpegLs from '@cornerstonejs/codec-charls/decodewasmjs';
import createJpeg from '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs';
import createJpegXl from '@cornerstonejs/codec-libjxl/decodewasmjs';
import createJpeg2000 from '@cornerstonejs/codec-openjpeg/decodewasmjs';
import createHtj2k from '@cornerstonejs/codec-openjph/wasmjs';
import type { Codecs, StreamCodec, StreamDecoder } from '../pixels/codecs.ts';

/** The packages have no types; `StreamDecoder` describes their API. */
type Built = Readonly<Record<string, new () => unknown>>;
type CreateCodec = (options: { readonly locateFile: (file: string) => string }) => Promise<Built>;

interface Source {
  readonly create: CreateCodec;
  readonly wasm: URL;
  readonly decoder: string;
}

/** webpack puts each codec's binary beside the worker; it is loaded with the first frame of its kind. */
const SOURCES: Readonly<Record<StreamCodec, Source>> = {
  jpeg: {
    create: createJpeg,
    wasm: new URL('@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm', import.meta.url),
    decoder: 'JPEGDecoder',
  },
  jpegLs: {
    create: createJpegLs,
    wasm: new URL('@cornerstonejs/codec-charls/decodewasm', import.meta.url),
    decoder: 'JpegLSDecoder',
  },
  jpeg2000: {
    create: createJpeg2000,
    wasm: new URL('@cornerstonejs/codec-openjpeg/decodewasm', import.meta.url),
    decoder: 'J2KDecoder',
  },
  htj2k: {
    create: createHtj2k,
    wasm: new URL('@cornerstonejs/codec-openjph/wasm', import.meta.url),
    decoder: 'HTJ2KDecoder',
  },
  jpegXl: {
    create: createJpegXl,
    wasm: new URL('@cornerstonejs/codec-libjxl/decodewasm', import.meta.url),
    decoder: 'JpegXLDecoder',
  },
};

const started = new Map<StreamCodec, Promise<Built>>();

async function stream(codec: StreamCodec): Promise<StreamDecoder> {
  const { create, wasm, decoder } = SOURCES[codec];
  const building = started.get(codec) ?? create({ locateFile: (file) => (file.endsWith('.wasm') ? wasm.href : file) });
  started.set(codec, building);
  const Decoder = (await building)[decoder];
  if (!Decoder) throw new Error(`No ${decoder} in the codec`);
  return new Decoder() as StreamDecoder;
}

/** The codecs of the decode worker. */
export const codecs: Codecs = {
  stream,
  lossless: async () => new (await import('@cornerstonejs/jpeg-lossless-decoder-js')).Decoder(),
  inflate: (bytes) => pako.inflateRaw(bytes),
};
