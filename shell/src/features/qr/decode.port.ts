/** Reads a QR code in a picture; undefined when there is none. Pictures come as the browser has them: a video's frame or a file. */
export type Decoder = (picture: HTMLVideoElement | ImageBitmap) => Promise<string | undefined>;

// Part of browsers on Android and macOS, and of no type library yet.
interface Detector {
  detect(picture: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The longest side of a picture that is looked at: enough for any code held in front of a camera, and for photographs of papers. */
const MOST_PIXELS = 1280;

/** The browser's own reader where it has one, else a library that is fetched now. Rejects when that cannot be fetched. */
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
