/** Identifies an element by role and accessible name. */
export interface Named {
  readonly role: 'button' | 'link' | 'field' | 'heading' | 'text';
  /** Regular expression for the whole name; for role `text`, for the element's own text. */
  readonly name: string;
  /** Selector of the ancestor to search in; by default the whole document including shadow roots. */
  readonly within?: string;
}

/** Finds the first visible match. Evaluated in the page, so it must be self-contained. */
export function find({ role, name, within }: Named): HTMLElement | null {
  const selector = {
    button: 'button, [role="button"], summary',
    link: 'a[href]',
    field: 'input:not([type="hidden"]), textarea, select',
    heading: 'h1, h2, h3',
    text: '*',
  }[role];
  const pattern = new RegExp(name);
  const everything = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) =>
      one.shadowRoot === null ? [one] : [one, ...everything(one.shadowRoot)],
    );
  const textOf = (elements: Iterable<Element> | null | undefined): string =>
    [...(elements ?? [])].map(({ textContent }) => textContent).join(' ');
  const nameOf = (element: Element): string => {
    if (role === 'text')
      return element.children.length === 0 || element.childNodes.length > element.children.length
        ? (element.textContent ?? '')
        : '';
    const labels = 'labels' in element ? (element.labels as NodeListOf<Element> | null) : null;
    const referred = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .flatMap((id) => document.getElementById(id) ?? []);
    return (
      [element.getAttribute('aria-label'), textOf(referred), textOf(labels), element.textContent].find(
        (text) => text !== null && text.trim() !== '',
      ) ?? ''
    );
  };
  const isShown = (element: Element) => element.getClientRects().length > 0;
  const roots = within === undefined ? [document] : [...document.querySelectorAll(within)];
  const found = roots
    .flatMap(everything)
    .find(
      (element) =>
        element.matches(selector) && isShown(element) && pattern.test(nameOf(element).replace(/\s+/g, ' ').trim()),
    );
  return (found as HTMLElement | undefined) ?? null;
}

/** Starts collecting uncaught errors and CSP violations in `faultsOfPage`. Evaluated in the page. */
export function listen(): void {
  const page = globalThis as unknown as { faultsOfPage?: string[] };
  if (page.faultsOfPage !== undefined) return;
  const faults: string[] = [];
  page.faultsOfPage = faults;
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    faults.push(`${violatedDirective} ${blockedURI}`),
  );
}

/** What `listen` has collected in this document. Evaluated in the page. */
export const heard = (): string[] => (globalThis as unknown as { faultsOfPage?: string[] }).faultsOfPage ?? [];
