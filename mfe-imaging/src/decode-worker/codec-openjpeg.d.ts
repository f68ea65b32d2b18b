declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const createCodec: (options: { readonly locateFile: (file: string) => string }) => Promise<import('./openjpeg.ts').OpenJpeg>;
  export default createCodec;
}
