/** Parts of the codecs' API in use; the packages have no types. */
declare module '*/decodewasmjs' {
  const createCodec: (options: {
    readonly locateFile: (file: string) => string;
  }) => Promise<Readonly<Record<string, new () => unknown>>>;
  export default createCodec;
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const createCodec: (options: {
    readonly locateFile: (file: string) => string;
  }) => Promise<Readonly<Record<string, new () => unknown>>>;
  export default createCodec;
}

declare module 'pako' {
  const pako: { inflateRaw(bytes: Uint8Array): Uint8Array };
  export default pako;
}
