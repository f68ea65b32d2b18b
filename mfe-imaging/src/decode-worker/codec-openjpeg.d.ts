/** What the OpenJPEG codec offers, as far as it is used; the package has no types. */
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  export interface OpenJpeg {
    readonly J2KDecoder: new () => J2KDecoder;
  }

  export interface J2KDecoder {
    /** A view into the codec's memory that takes the codestream. */
    getEncodedBuffer(length: number): Uint8Array;
    decode(): void;
    getFrameInfo(): {
      readonly width: number;
      readonly height: number;
      readonly bitsPerSample: number;
      readonly componentCount: number;
    };
    /** A view into the codec's memory, valid until delete(). */
    getDecodedBuffer(): Uint8Array;
    delete(): void;
  }

  const createCodec: (options: { readonly locateFile: (file: string) => string }) => Promise<OpenJpeg>;
  export default createCodec;
}
