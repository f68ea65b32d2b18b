// Trusted Types (S-16): the page's one policy. Scripts come from this origin, or are workers that our own code made a moment ago;
// HTML and script text from anywhere are refused. Must run before anything that loads a script, hence the first import of main.ts.
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string; createHTML(html: string): string; createScript(): never }): unknown;
}

const { trustedTypes } = window as Window & { readonly trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, protocol } = new URL(url, document.baseURI);
    // A blob address carries the origin of the page that made it.
    if (origin === self.origin && (protocol === 'blob:' || /^https?:$/.test(protocol))) return url;
    throw new TypeError('Script address refused');
  },
  createHTML(html) {
    // The chart library empties its element so when a chart goes; no text, nothing that could run.
    if (html === '') return html;
    throw new TypeError('HTML refused');
  },
  createScript() { throw new TypeError('Script text refused'); },
});

export {};
