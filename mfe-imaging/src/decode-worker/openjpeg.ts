/** What the OpenJPEG codec offers, as far as it is used. */
export interface OpenJpeg {
  readonly J2KDecoder: new () => J2KDecoder;
}

export interface J2KDecoder {
  /** A view into the codec's memory that takes the codestream. */
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getFrameInfo(): { readonly width: number; readonly height: number; readonly bitsPerSample: number; readonly isSigned: boolean; readonly componentCount: number };
  /** A view into the codec's memory, valid until delete(). */
  getDecodedBuffer(): Uint8Array;
  delete(): void;
}

/** The frame as the loader describes it; further fields pass through. */
export interface EncodedFrame {
  readonly rows: number;
  readonly columns: number;
  /** 1: the header says that values are signed. */
  readonly pixelRepresentation?: number;
}
