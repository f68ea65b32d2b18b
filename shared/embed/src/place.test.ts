/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { openPlace, openRoot } from './place.ts';

const { jest } = import.meta;
// jsdom has no constructable style sheets
class Sheet {
  text = '';
  replaceSync(text: string): void {
    this.text = text;
  }
}
Object.assign(globalThis, { CSSStyleSheet: Sheet });
const sheetsOf = (root: ShadowRoot) => root.adoptedStyleSheets as unknown as readonly Sheet[];

function open(element = document.body.appendChild(document.createElement('div'))) {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  if (!('adoptedStyleSheets' in root)) Object.assign(root, { adoptedStyleSheets: [] });
  const onGone = jest.fn();
  const place = openPlace({ element, origin: 'https://phr.test', push: () => undefined, textSize: 100, onGone });
  return { element, place, onGone };
}
const task = () => new Promise((resolve) => setTimeout(resolve, 20));

test('the parts of a view take nothing of the page, and the element is given back as it was', () => {
  const { place, element } = open();
  const [reset] = sheetsOf(place.root);
  expect(reset?.text).toContain(':host{all:initial;display:block;direction:ltr;unicode-bidi:isolate}');
  expect(reset?.text).toContain('--phr-rem:16px');
  place.setColorMode('dark');
  expect(place.domElement.dataset['colorMode']).toBe('dark');
  expect(element.dataset['colorMode']).toBeUndefined();
  place.close();
  expect([place.root.childNodes.length, sheetsOf(place.root).length]).toEqual([0, 0]);
});

test('two views in one element: the end of one leaves the other', () => {
  const first = open();
  const second = open(first.element as HTMLDivElement);
  first.place.close();
  expect(second.place.domElement.isConnected).toBe(true);
  expect(sheetsOf(second.place.root)).toHaveLength(2);
});

test('a place that leaves the page says so after one task; moved or closed it says nothing', async () => {
  const around = document.body.appendChild(document.createElement('section'));
  const gone = open(around.appendChild(document.createElement('div')));
  around.remove();
  expect(gone.onGone).not.toHaveBeenCalled();
  await task();
  expect(gone.onGone).toHaveBeenCalledTimes(1);

  const moved = open();
  document.body.prepend(moved.element);
  const closed = open();
  closed.place.close();
  closed.element.remove();
  await task();
  expect([moved.onGone.mock.calls.length, closed.onGone.mock.calls.length]).toEqual([0, 0]);
});

test.each([
  ['a list', () => document.createElement('ul'), 'PHR-EMB-003'],
  ['a button', () => document.createElement('button'), 'PHR-EMB-003'],
  [
    'a drawing',
    () => document.createElementNS('http://www.w3.org/2000/svg', 'svg') as unknown as HTMLElement,
    'PHR-EMB-003',
  ],
  ['an element of another document', () => document.implementation.createHTMLDocument().body, 'PHR-EMB-004'],
  [
    'an element with a closed root',
    () => {
      const element = document.createElement('div');
      element.attachShadow({ mode: 'closed' });
      return element;
    },
    'PHR-EMB-005',
  ],
])('%s is told its code, with the frame as another way', (_name, make, code) => {
  let error: unknown;
  try {
    openRoot(make());
  } catch (cause) {
    error = cause;
  }
  expect(error).toMatchObject({ code });
  expect(String(error)).toContain('PhrEmbed.frame()');
});
