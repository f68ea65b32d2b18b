/** An element as a person finds it: what it is and how it is called. */
export interface Named {
  readonly role: 'button' | 'link' | 'field' | 'heading' | 'text';
  /** A regular expression for the whole name, or for the own text of a `text`. */
  readonly name: string;
  /** Only inside what this selector finds; in the whole document, shadow roots included, where there is none. */
  readonly within?: string;
}

/** Finds the first visible element of this role and name. Runs in the page, so it uses nothing from outside itself. */
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

/** Remembers uncaught errors and breaches of the page's policy from now on, as `faultsOfPage`. Runs in the page. */
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

/** What `listen` has heard of in this document. Runs in the page. */
export const heard = (): string[] => (globalThis as unknown as { faultsOfPage?: string[] }).faultsOfPage ?? [];
