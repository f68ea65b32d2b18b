import { partOfModule } from './parts-plugin.ts';

test.each([
  ['./views/app.tsx', 'view/app'],
  ['./slots/latest-vitals.tsx', 'slot/latest-vitals'],
  // a source is a slot without UI
  ['./sources/readings.ts', 'slot/readings'],
  ['./locales/vi-VN.json', undefined],
  ['./features/slots/a.tsx', undefined],
])('%s belongs to %s', (request, part) => {
  expect(partOfModule(request)).toBe(part);
});
