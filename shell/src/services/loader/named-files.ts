/** So long the page waits for files with its font, ms: one that hangs does not keep it away. */
const FONT_WAITS_MS = 5_000;
const OWN_FONT = "16px 'Noto Sans Variable'";
/** A letter of each file of the font. */
const LETTERS = 'aạ';

/**
 * Fetches the shell's own files that the page names. It is the first script that starts them, and not the page: beside it each would take a share of the line, and
 * the first screen would wait for all of them.
 */
export function fetchOwnFiles(): void {
  start(':not([crossorigin])');
}

/**
 * Fetches the files of modules that the page names for its screen: asked for after the shell's own files and its words, they come behind them and in the same ways to
 * the server. The page takes its font when all of them are there: until then it stands in one of the device that is as wide (page.css).
 */
export function fetchModuleFiles(): void {
  const files = Promise.all(start('').map(settled));
  const late = new Promise((resolve) => setTimeout(resolve, FONT_WAITS_MS));
  void Promise.race([files, late]).then(takeFont);
}

/** The page takes its font when the files of the font are there: named before, it would be laid out anew twice. */
async function takeFont(): Promise<void> {
  // typed as always there, and is not in every browser that runs this
  const { fonts }: Partial<Pick<Document, 'fonts'>> = document;
  await fonts?.load(OWN_FONT, LETTERS).catch(() => undefined);
  document.documentElement.dataset['font'] = 'own';
}

/** Starts the links that fit, and answers them. */
function start(which: string): readonly HTMLLinkElement[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="phr-ahead"]${which}`)];
  for (const link of links) link.rel = 'preload';
  return links;
}

/** Ends when a file is there, or will not come. */
const settled = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, resolve, { once: true });
  });

/** True for a file that the page names and that has not been started: it comes in its turn. */
export const isNamed = (address: string): boolean =>
  document.querySelector(`link[rel="phr-ahead"][href="${address}"]`) !== null;
