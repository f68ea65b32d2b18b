/** What the codecs offer, as far as it is used; the packages have no types of their own. */
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
