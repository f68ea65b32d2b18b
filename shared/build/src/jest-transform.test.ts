import { createRequire } from 'node:module';

interface Transformer {
  process(code: string, file: string, options: { readonly supportsStaticESM: boolean }): { readonly code: string };
}
const { createTransformer } = createRequire(import.meta.url)('./jest-transform.cjs') as {
  createTransformer: (options: object) => Transformer;
};
const swc = createTransformer({ jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } });
const linesOf = (code: string): readonly string[] =>
  swc.process(code, '/x.ts', { supportsStaticESM: true }).code.split('\n');

test('what a module uses of the language it looks up once, in its first line: lines keep their numbers', () => {
  const lines = linesOf("import { a } from 'a';\nexport const most = Math.max(a, Number('1'));\n");
  expect(lines[0]).toBe("var Math = globalThis.Math, Number = globalThis.Number;import { a } from 'a';");
  expect(lines[1]).toBe("export const most = Math.max(a, Number('1'));");
});

test('what tests replace is looked up each time', () => {
  expect(linesOf('export const now = () => [Date.now(), fetch, setTimeout];\n')[0]).toMatch(/^export const now/);
});
