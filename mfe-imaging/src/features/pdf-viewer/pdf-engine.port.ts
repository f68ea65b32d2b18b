import {
  AnnotationMode,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  RenderingCancelledException,
  TextLayer,
} from 'pdfjs-dist';
import { LoadError } from '../../files/load-problem.ts';
import { ownFile, startWorker } from '../../files/module-worker.ts';
import { drawingScale } from './pdf-viewer.model.ts';

/** The document requires a password; `wrong` if the given one did not match. */
export class PasswordNeeded extends Error {
  readonly wrong: boolean;

  constructor(wrong: boolean) {
    super('password');
    this.name = 'PasswordNeeded';
    this.wrong = wrong;
  }
}

/** A link: its box in page view points, and an external URL. */
export interface PageLink {
  readonly href: string;
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** A page with its size in points (1/72 inch), after rotation. */
export interface Page {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Draws the page at a zoom into a canvas, with its text as an invisible layer. Stops early on abort. */
  draw(
    target: { readonly canvas: HTMLCanvasElement; readonly text: HTMLElement },
    scale: number,
    signal: AbortSignal,
  ): Promise<void>;
  links(): Promise<readonly PageLink[]>;
  text(): Promise<string>;
}

export interface OpenDocument {
  readonly pages: readonly Page[];
  close(): void;
}

/**
 * Opens a document. Transfers the bytes to the worker.
 * @throws LoadError, PasswordNeeded
 */
export async function openDocument(
  bytes: ArrayBuffer,
  password: string | undefined,
  signal: AbortSignal,
): Promise<OpenDocument> {
  const port = startWorker('pdf/worker.mjs', 'pdf');
  const failed = new Promise<never>((_resolve, reject) =>
    port.addEventListener('error', () => reject(new LoadError('viewer'))),
  );
  const worker = PDFWorker.create({ port });
  const base = (folder: string) => `${ownFile(`pdf/${folder}/`).href}`;
  const task = getDocument({
    data: new Uint8Array(bytes),
    worker,
    ...(password === undefined ? {} : { password }),
    cMapUrl: base('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: base('standard_fonts'),
    iccUrl: base('iccs'),
    wasmUrl: base('wasm'),
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const close = () => {
    const end = (): void => {
      worker.destroy();
      port.terminate();
    };
    task.destroy().then(end, end);
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const document: PDFDocumentProxy = await Promise.race([task.promise, failed]);
    if (document.numPages === 0) throw new LoadError('broken');
    const pages = await Promise.race([
      Promise.all(
        Array.from({ length: document.numPages }, async (_, index) => pageOf(await document.getPage(index + 1))),
      ),
      failed,
    ]);
    return { pages, close };
  } catch (error) {
    close();
    if (signal.aborted) throw new LoadError('stopped', error);
    if (error instanceof PasswordException)
      throw new PasswordNeeded(error.code === PasswordResponses.INCORRECT_PASSWORD);
    if (error instanceof LoadError) throw error;
    throw new LoadError(error instanceof InvalidPDFException ? 'broken' : 'viewer', error);
  }
}

function pageOf(page: PDFPageProxy): Page {
  const { width, height } = page.getViewport({ scale: 1 });
  return {
    number: page.pageNumber,
    width,
    height,
    async draw({ canvas, text }, scale, signal) {
      const pixels = drawingScale(width * scale, height * scale, devicePixelRatio);
      const viewport = page.getViewport({ scale: scale * pixels });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
      const layer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: text,
        viewport: page.getViewport({ scale }),
      });
      const stop = () => {
        drawing.cancel();
        layer.cancel();
      };
      signal.addEventListener('abort', stop, { once: true });
      try {
        text.replaceChildren();
        await Promise.all([drawing.promise, layer.render()]);
      } catch (error) {
        if (!signal.aborted && !(error instanceof RenderingCancelledException)) throw new LoadError('broken', error);
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    async links() {
      const viewport = page.getViewport({ scale: 1 });
      const notes: unknown[] = await page.getAnnotations();
      return notes.flatMap((note) => linkOf(note, (x, y) => viewport.convertToViewportPoint(x, y).map(Number)));
    },
    async text() {
      const { items } = await page.getTextContent();
      return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('');
    },
  };
}

/** Web links only; they open in a new window. */
function linkOf(note: unknown, toView: (x: number, y: number) => readonly number[]): PageLink[] {
  if (typeof note !== 'object' || note === null || !('url' in note) || !('rect' in note)) return [];
  if (typeof note.url !== 'string' || !/^https?:/i.test(note.url) || !Array.isArray(note.rect)) return [];
  const [left = 0, bottom = 0, right = 0, top = 0] = note.rect.map(Number);
  const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [toView(left, bottom), toView(right, top)];
  return [
    {
      href: note.url,
      box: { left: Math.min(x1, x2), top: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) },
    },
  ];
}
