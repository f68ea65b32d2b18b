import { adoptSheets, registerSheet } from './sheets.tsx';

// jsdom has no constructable style sheets: a minimal fake that keeps the text
class FakeSheet {
  text = '';
  replaceSync(text: string): void {
    this.text = text;
  }
}

const original = Object.getOwnPropertyDescriptor(globalThis, 'CSSStyleSheet');
let owner = '';
let count = 0;

beforeEach(() => {
  Object.defineProperty(globalThis, 'CSSStyleSheet', { value: FakeSheet, configurable: true, writable: true });
  owner = `@phr/test-${(count += 1)}`;
});

afterAll(() => {
  if (original === undefined) Reflect.deleteProperty(globalThis, 'CSSStyleSheet');
  else Object.defineProperty(globalThis, 'CSSStyleSheet', original);
});

function newRoot(adopted: readonly unknown[] = []): ShadowRoot {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  Object.defineProperty(root, 'adoptedStyleSheets', { value: [...adopted], writable: true });
  return root;
}

function textsIn(root: ShadowRoot): string[] {
  return root.adoptedStyleSheets.map((sheet) => Reflect.get(sheet, 'text') as string);
}

test('a root adopts the sheets of the packages it asks for, after the layer order, and no others', () => {
  registerSheet(owner, '.a{}');
  registerSheet(`${owner}-other`, '.other{}');
  const root = newRoot();
  adoptSheets(root, [owner]);
  expect(textsIn(root)).toEqual(['@layer reset, ui, module;', '.a{}']);
});

test('a sheet registered later reaches the roots that show its package, once', () => {
  const root = newRoot();
  adoptSheets(root, [owner]);
  registerSheet(owner, '.late{}');
  registerSheet(owner, '.late{}');
  expect(textsIn(root).filter((text) => text === '.late{}')).toHaveLength(1);
});

test('the order does not depend on the order of the mounts', () => {
  registerSheet(`${owner}-b`, '.b{}');
  registerSheet(`${owner}-a`, '.a{}');
  const first = newRoot();
  adoptSheets(first, [`${owner}-b`]);
  adoptSheets(first, [`${owner}-a`]);
  const second = newRoot();
  adoptSheets(second, [`${owner}-a`, `${owner}-b`]);
  expect(textsIn(first)).toEqual(textsIn(second));
});

test('uses are counted per root: the sheet leaves with its last use, sheets of others stay', () => {
  registerSheet(owner, '.a{}');
  const foreign = new FakeSheet();
  const root = newRoot([foreign]);
  const endFirst = adoptSheets(root, [owner]);
  const endSecond = adoptSheets(root, [owner]);
  endFirst();
  endFirst();
  expect(textsIn(root)).toContain('.a{}');
  endSecond();
  expect(root.adoptedStyleSheets).toEqual([foreign]);
});

test('does nothing where sheets cannot be constructed', () => {
  Object.defineProperty(globalThis, 'CSSStyleSheet', { value: class {}, configurable: true, writable: true });
  registerSheet(owner, '.a{}');
  const root = newRoot();
  expect(() => adoptSheets(root, [owner])()).not.toThrow();
  expect(root.adoptedStyleSheets).toEqual([]);
});
