/**
 * Fetches the files that the page names for its screen: the shell's own at once, those of modules when `first` has come, which is asked for before them. It is the
 * first script that starts them, and not the page: beside it each would take a share of the line, and the first screen would wait for all of them.
 */
export function fetchNamedFiles(first: Promise<unknown>): void {
  start(':not([crossorigin])');
  const rest = (): void => start('');
  first.then(rest, rest);
}

function start(which: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="phr-ahead"]${which}`)) link.rel = 'preload';
}

/** True for a file that the page names and that has not been started: it comes in its turn. */
export const isNamed = (address: string): boolean =>
  document.querySelector(`link[rel="phr-ahead"][href="${address}"]`) !== null;
