/** How long the page's font waits for other files, in ms, in case one hangs. */
const FONT_WAITS_MS = 5_000;
const OWN_FONT = "16px 'Noto Sans Variable'";
/** One letter from each font file. */
const LETTERS = 'aạ';

/**
 * Fetches the shell's own files named in the page. Started by the first script rather than by the page itself: in
 * parallel they would share its bandwidth and delay the first screen.
 */
export function fetchOwnFiles(): void {
  start(':not([crossorigin])');
}

/**
 * Fetches the module files named in the page, after the shell's own. The font loads last; until then a
 * metric-compatible device font is used (page.css).
 */
export function fetchModuleFiles(): void {
  const files = Promise.all(start('').map(settled));
  const late = new Promise((resolve) => setTimeout(resolve, FONT_WAITS_MS));
  void Promise.race([files, late]).then(applyFont);
}

/** Applies the font once its files are loaded, to avoid a second layout. */
async function applyFont(): Promise<void> {
  // typed as always present, but missing in some supported browsers
  const { fonts }: Partial<Pick<Document, 'fonts'>> = document;
  await fonts?.load(OWN_FONT, LETTERS).catch(() => undefined);
  document.documentElement.dataset['font'] = 'own';
}

/** Starts the matching links and returns them. */
function start(which: string): readonly HTMLLinkElement[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="phr-ahead"]${which}`)];
  for (const link of links) link.rel = 'preload';
  return links;
}

/** Resolves when a file has loaded or failed. */
const settled = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) link.addEventListener(event, resolve, { once: true });
  });

/** True for a file named in the page and not started yet: it is loaded in turn. */
export const isNamed = (address: string): boolean =>
  document.querySelector(`link[rel="phr-ahead"][href="${address}"]`) !== null;
