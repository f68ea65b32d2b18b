import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import type { Codecs, LosslessDecoder, StreamCodec, StreamDecoder } from '../../pixels/codecs.ts';

type CreateCodec = (options: { readonly print: () => void }) => Promise<Built>;
type Built = Readonly<Record<string, new () => StreamDecoder>>;
const load = createRequire(import.meta.url);

/** JPEG XL is left out: its build is for browsers only. */
const SOURCES: Readonly<Partial<Record<StreamCodec, readonly [file: string, decoder: string]>>> = {
  jpeg: ['@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs', 'JPEGDecoder'],
  jpegLs: ['@cornerstonejs/codec-charls/decodewasmjs', 'JpegLSDecoder'],
  jpeg2000: ['@cornerstonejs/codec-openjpeg/decodewasmjs', 'J2KDecoder'],
  htj2k: ['@cornerstonejs/codec-openjph/wasmjs', 'HTJ2KDecoder'],
};
const built = new Map<StreamCodec, Promise<Built>>();

/** The codecs of the decode worker, as they load in Node. */
export const nodeCodecs: Codecs = {
  async stream(codec) {
    const [file, decoder] = SOURCES[codec] ?? [];
    if (file === undefined || decoder === undefined) throw new Error(`No ${codec} in tests`);
    const building = built.get(codec) ?? (load(file) as CreateCodec)({ print: () => undefined });
    built.set(codec, building);
    const Decoder = (await building)[decoder];
    if (!Decoder) throw new Error(`No ${decoder}`);
    return new Decoder();
  },
  lossless: async () => {
    const { Decoder } = load('@cornerstonejs/jpeg-lossless-decoder-js') as { Decoder: new () => LosslessDecoder };
    return new Decoder();
  },
  inflate: (bytes) => new Uint8Array(inflateRawSync(bytes)),
};
