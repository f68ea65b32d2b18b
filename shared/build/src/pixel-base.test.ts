import { onPixelBase } from './pixel-base.ts';

test('a size in rem follows the property of the host, with one rem where there is none', () => {
  expect(onPixelBase('.a { margin: 1.5rem -.25rem; inset: calc(100% - 2rem) }')).toBe(
    '.a { margin: calc(var(--phr-rem,1rem)*1.5) calc(var(--phr-rem,1rem)*-.25); inset: calc(100% - calc(var(--phr-rem,1rem)*2)) }',
  );
});

test.each([
  '@media (min-width: 48rem) { .a { inline-size: 100% } }',
  '@container card (width > 20rem) { .a { display: none } }',
  ".a::before { content: 'two 2rem' }",
  '.w-1rem, .b-2remains { color: red }',
  '.a { inline-size: 3em; --w: 12px }',
])('%s stays', (css) => expect(onPixelBase(css)).toBe(css));

test('a size inside a block of a query is turned, the query is not', () => {
  expect(onPixelBase('@media (min-width: 48rem) { .a { gap: 1rem } }')).toBe(
    '@media (min-width: 48rem) { .a { gap: calc(var(--phr-rem,1rem)*1) } }',
  );
});
