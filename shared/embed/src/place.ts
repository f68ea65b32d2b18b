import baseSheet from '@phr/ui/base.css';
import type { Settings } from '@phr/contract/host-api';
import { CODES, EmbedError } from './embed-error.ts';
import { followLinks } from './embed-navigation.ts';
import { createSentinel } from './sentinel.ts';

/** Base font size of a view in px, independent of the page's root font size. */
const LETTERS_PX = 16;

/**
 * Resets inherited styles of the page. `all` excludes direction and bidi (CSS Cascade 4, 3.1); `user-select` is not
 * inherited but follows the parent. Lowest layer, so that the base sheet wins. No `contain`: it would trap overlays.
 */
const resetSheet = (textSize: number): string => `@layer page, reset, ui, module;
:host{all:initial;display:block;direction:ltr;unicode-bidi:isolate}
@layer page{[data-phr-part]{all:initial;display:block;direction:ltr;unicode-bidi:isolate;user-select:text;-webkit-user-select:text;--phr-rem:${(LETTERS_PX * textSize) / 100}px}}`;

/** A place for one view in an element's shadow root. */
export interface Place {
  readonly root: ShadowRoot;
  readonly domElement: HTMLElement;
  readonly overlayRoot: HTMLElement;
  setColorMode(mode: Settings['colorMode']): void;
  /** Removes this place only: another view may use the same element. */
  close(): void;
}

export interface PlaceOptions {
  readonly element: HTMLElement;
  /** Origin of the record, whose links go through `push`. */
  readonly origin: string;
  readonly push: (path: string) => void;
  readonly textSize: number;
  /** The place has left the document without being closed. */
  readonly onGone: () => void;
}

/**
 * Opens a place for a view.
 * @throws EmbedError if the element cannot hold one
 */
export function openPlace({ element, origin, push, textSize, onGone }: PlaceOptions): Place {
  const root = openRoot(element);
  const sheets = [resetSheet(textSize), baseSheet].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  root.adoptedStyleSheets = [...sheets, ...root.adoptedStyleSheets];
  let isOpen = true;
  const [domElement, overlayRoot] = [partOf(), partOf()];
  const sentinel = createSentinel(() => {
    if (isOpen) onGone();
  });
  root.append(domElement, overlayRoot, sentinel);
  for (const part of [domElement, overlayRoot]) followLinks(part, origin, push);
  return {
    root,
    domElement,
    overlayRoot,
    setColorMode(mode) {
      for (const part of [domElement, overlayRoot]) part.dataset['colorMode'] = mode;
    },
    close() {
      isOpen = false;
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
      for (const part of [domElement, overlayRoot, sentinel]) part.remove();
    },
  };
}

/** One of a view's two top-level elements in the shadow root. */
function partOf(): HTMLElement {
  const part = document.createElement('div');
  part.dataset['phrPart'] = '';
  part.dir = 'ltr';
  // sizes set by script use the page's root font size; this factor compensates
  const page = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (page > 0 && page !== LETTERS_PX) part.style.setProperty('--mantine-scale', String(LETTERS_PX / page));
  return part;
}

/** Elements that support attachShadow; custom elements have a hyphen. */
const HOSTS: readonly string[] =
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' ');
const INSTEAD = 'show the view in an element of its own, or by PhrEmbed.frame()';

/**
 * The open shadow root of an element of any realm.
 * @throws EmbedError
 */
export function openRoot(element: HTMLElement): ShadowRoot {
  if (element.ownerDocument !== document)
    throw new EmbedError(
      CODES.document,
      `the element belongs to another document; load the embed there, or ${INSTEAD}`,
    );
  if (element.shadowRoot) return element.shadowRoot;
  try {
    return element.attachShadow({ mode: 'open' });
  } catch (cause) {
    const canHold = element.localName.includes('-') || HOSTS.includes(element.localName);
    throw canHold
      ? new EmbedError(CODES.closedRoot, `<${element.localName}> has a closed shadow root; ${INSTEAD}`, cause)
      : new EmbedError(CODES.element, `<${element.localName}> can hold no view; ${INSTEAD}`, cause);
  }
}
