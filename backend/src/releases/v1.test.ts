import { asSchema2 } from './v1.ts';

const route = (screen: string) => ({ screen, path: `/${screen}`, layout: 'app' as const, needsMainPatient: true });
const OLD = {
  name: 'mfe-vitals',
  contract: '^1.0.0',
  access: 'signed-in' as const,
  routes: [route('health-indexes'), route('new-screen')],
  slots: [{ slot: 'latest-vitals', place: 'dashboard.main', order: 10, height: 640 }],
  calls: [],
};

test('a release of before keeps its menu, titles, tiles and partner page, for the screens that it has', () => {
  const filled = asSchema2(OLD);
  expect(filled.menu?.map(({ screen, label }) => [screen, label['vi-VN']])).toEqual([
    ['health-indexes', 'Chỉ số sức khỏe'],
  ]);
  expect(filled.quickLinks).toEqual([]);
  expect(filled.routes.map(({ title }) => title?.['en-US'])).toEqual(['Health indexes', undefined]);
  expect(filled.slots[0]).toMatchObject({
    height: 640,
    heights: [{ px: 656 }, {}, {}, {}],
    settings: { input: 'codes' },
  });
  expect(filled.partner?.without).toEqual(['GET fhir /Patient/:id/Condition']);
});

test('what says everything itself, or nobody knows, stays as it is', () => {
  for (const manifest of [
    { ...OLD, schema: 2 as const },
    { ...OLD, name: 'mfe-sixth' },
  ])
    expect(asSchema2(manifest)).toBe(manifest);
});
