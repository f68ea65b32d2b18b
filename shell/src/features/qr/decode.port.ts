/** Reads a QR code in a video frame or image; undefined if there is none. */
export type Decoder = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;

// BarcodeDetector: in browsers on Android and macOS, but missing from type libraries.
interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Pictures are scaled down to this longest side, which suffices for codes on camera and for photographed papers. */
const MOST_PIXELS = 1280;

/** The browser's own detector, else a library loaded on demand. Rejects if that fails. */
export async function createDecoder(): Promise<Decoder> {
  const { BarcodeDetector } = window as Window & { readonly BarcodeDetector?: DetectorClass };
  if (
    BarcodeDetector !== undefined &&
    (await BarcodeDetector.getSupportedFormats().catch((): readonly string[] => [])).includes('qr_code')
  ) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (picture) => (await detector.detect(picture))[0]?.rawValue;
  }
  const { decodePixels } = await import(/* webpackChunkName: "qr-decode" */ './decode-pixels.port.ts');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return async (picture) => {
    const [width, height] =
      picture instanceof HTMLVideoElement ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
    if (drawing === null || width === 0 || height === 0) return undefined;
    const scale = Math.min(1, MOST_PIXELS / Math.max(width, height));
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return decodePixels(drawing.getImageData(0, 0, canvas.width, canvas.height));
  };
}
