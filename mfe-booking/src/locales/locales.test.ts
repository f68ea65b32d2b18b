import manifest from '../../module.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import vi from './vi.json' with { type: 'json' };

const placesOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();

test('[I18N-02] both languages have the same keys, no empty text, and the same places to fill', () => {
  expect(Object.keys(en)).toEqual(Object.keys(vi));
  for (const [key, text] of Object.entries(vi)) {
    expect([key, text.trim()]).not.toEqual([key, '']);
    expect([key, placesOf(new Map(Object.entries(en)).get(key) ?? '')]).toEqual([key, placesOf(text)]);
  }
});

test('every screen of the module has a title', () => {
  expect(Object.keys(vi)).toEqual(expect.arrayContaining(manifest.routes.map(({ screen }) => `screen.${screen}`)));
});
