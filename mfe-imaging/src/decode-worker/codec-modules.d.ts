/** What the codecs offer, as far as it is used; the packages have no types of their own. */
declare module '*/decodewasmjs' {
  const createCodec: import('./codecs.ts').CreateCodec;
  export default createCodec;
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const createCodec: import('./codecs.ts').CreateCodec;
  export default createCodec;
}

declare module 'pako' {
  const pako: { inflateRaw(bytes: Uint8Array): Uint8Array };
  export default pako;
}
