/** A codec's information about a decoded frame. */
export interface StreamInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned?: boolean;
}

/** Decoder of one codec for one frame. */
export interface StreamDecoder {
  /** Input buffer in the codec's memory. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): StreamInfo;
  /** Output view in the codec's memory, valid until delete(). */
  getDecodedBuffer(): Uint8Array;
  /** 0: planar components (JPEG-LS only). */
  getInterleaveMode?(): number;
  delete(): void;
}

export interface LosslessDecoder {
  decode(buffer: ArrayBuffer, offset: number, length: number, bytesOfSample: number): Uint8Array | Uint16Array;
}

export type StreamCodec = 'jpeg' | 'jpegLs' | 'jpeg2000' | 'htj2k' | 'jpegXl';

/** All codecs, loaded with their first frame. */
export interface Codecs {
  /** Returns a new decoder per frame: a reused one returns the previous picture for an unreadable stream. */
  readonly stream: (codec: StreamCodec) => Promise<StreamDecoder>;
  readonly lossless: () => Promise<LosslessDecoder>;
  readonly inflate: (bytes: Uint8Array) => Uint8Array;
}
