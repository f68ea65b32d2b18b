/** What a codec tells of a frame that it has decoded. */
export interface StreamInfo {
  readonly width: number;
  readonly height: number;
  readonly bitsPerSample: number;
  readonly componentCount: number;
  readonly isSigned?: boolean;
}

/** A decoder of one codec, for one frame. */
export interface StreamDecoder {
  /** A view into the codec's memory that takes the stream. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): StreamInfo;
  /** A view into the codec's memory, valid until delete(). */
  getDecodedBuffer(): Uint8Array;
  /** 0: components by planes (JPEG-LS only). */
  getInterleaveMode?(): number;
  delete(): void;
}

export interface LosslessDecoder {
  decode(buffer: ArrayBuffer, offset: number, length: number, bytesOfSample: number): Uint8Array | Uint16Array;
}

export type StreamCodec = 'jpeg' | 'jpegLs' | 'jpeg2000' | 'htj2k' | 'jpegXl';

/** The codecs, each fetched with its first frame. */
export interface Codecs {
  /** A new decoder for each frame: one that is kept gives the previous picture for a stream that it cannot read. */
  readonly stream: (codec: StreamCodec) => Promise<StreamDecoder>;
  readonly lossless: () => Promise<LosslessDecoder>;
  readonly inflate: (bytes: Uint8Array) => Uint8Array;
}
