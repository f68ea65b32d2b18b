import { cities, districts } from './places.ts';
import { referenceConcepts } from './concepts.ts';
import { successors, wards } from './wards.ts';

const words = (set: string): readonly string[] => referenceConcepts().filter(({ valueset }) => valueset.some((name) => name === set)).map(({ display }) => display);

test('[PROF-26] 224 occupations, codes 001 to 224, each with a slug of its own and words in both languages', () => {
  const list = referenceConcepts().filter(({ valueset }) => valueset.includes('occupation'));
  expect(list.map(({ code }) => code)).toEqual(Array.from({ length: 224 }, (_, index) => String(index + 1).padStart(3, '0')));
  expect(new Set(list.map(({ slug }) => slug)).size).toBe(224);
  for (const { code, slug, display, designation } of list) {
    expect([code, slug]).toEqual([code, expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
    expect([code, display, designation.map(({ language }) => language)]).toEqual([code, expect.stringMatching(/^\p{Lu}/u), ['vi', 'en']]);
  }
  expect(new Set(words('occupation')).size).toBe(224);
});

test('every concept has an id that a resource may have, one display, and no second with the same id', () => {
  const all = referenceConcepts();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, display, valueset } of all) expect([id, display !== '', valueset.length > 0]).toEqual([expect.stringMatching(/^[A-Za-z0-9.-]{1,64}$/), true, true]);
  expect(words('relationship')).toHaveLength(30);
  expect(words('vaccine')).toContain('Viêm gan B');
  expect(words('lab-test')).toContain('Creatinin');
  expect(words('condition')).toContain('Hen phế quản');
});

test('the symptom lists are those of the table, with SNOMED CT only where one code fits', () => {
  expect([words('symptom-post-covid').length, words('symptom-basic').length, words('symptom-critical').length]).toEqual([12, 7, 4]);
  const byCode = new Map(referenceConcepts().map((concept) => [concept.code, concept]));
  expect(byCode.get('cough')?.mapping).toEqual([{ system: 'http://snomed.info/sct', code: '49727002' }]);
  expect(byCode.get('muscle-joint-pain')?.mapping).toBeUndefined();
});

test('three levels: 63 provinces and 696 districts; two levels: 34 provinces without districts', () => {
  const before = cities('three-level');
  expect([before.length, new Set(before.map(({ code }) => code)).size, before.every(({ levels }) => levels === 3)]).toEqual([63, 63, true]);
  const all = before.flatMap(({ name }) => districts('three-level', name) ?? []);
  expect([all.length, new Set(all.map(({ code }) => code)).size]).toEqual([696, 696]);
  const after = cities('two-level');
  expect([after.length, after.every(({ levels }) => levels === 2)]).toEqual([34, true]);
  expect(after.flatMap(({ name }) => districts('two-level', name) ?? [{ code: '', name }])).toEqual([]);
});

test('a city is found as papers write it, by its old name after a merger, and not when it is none', () => {
  for (const name of ['Hồ Chí Minh', 'Thành phố Hồ Chí Minh', 'TP. Hồ Chí Minh', 'tp ho chi minh']) {
    expect([name, districts('three-level', name)?.some(({ name: district }) => district === 'Quận 7')]).toEqual([name, true]);
  }
  expect(districts('three-level', 'Bà Rịa-Vũng Tàu')).toHaveLength(7);
  expect(districts('three-level', 'Tỉnh Bình Dương')).toHaveLength(9);
  expect(districts('two-level', 'Bình Dương')).toEqual([]);
  expect([districts('three-level', 'Atlantis'), districts('two-level', '')]).toEqual([undefined, undefined]);
  expect(cities('three-level').map(({ name }) => name).indexOf('Đà Nẵng')).toBeGreaterThan(cities('three-level').map(({ name }) => name).indexOf('Cần Thơ'));
});

test('two levels: 3,321 wards, each with a kind and a code of its own, in the form in which names are compared', async () => {
  const all = (await Promise.all(cities('two-level').map(({ name }) => wards(name)))).flatMap((list) => list ?? []);
  expect([all.length, new Set(all.map(({ code }) => code)).size]).toEqual([3_321, 3_321]);
  for (const { code, name } of all) expect([name, code]).toEqual([expect.stringMatching(/^(?:Phường|Xã|Đặc khu) \S/), expect.stringMatching(/^\d{5}$/)]);
  expect(all.filter(({ name }) => name !== name.normalize('NFC'))).toEqual([]);
  expect((await wards('Đồng Nai'))?.length).toBe(95);
  // a province that was merged leads to the one it belongs to
  expect(await wards('Tỉnh Bình Dương')).toEqual(await wards('TP. Hồ Chí Minh'));
  expect(await wards('Atlantis')).toBeUndefined();
});

test('an old ward is found as papers write it; one that was divided has several names now, one that is not known none', async () => {
  const now = [{ code: '26882', name: 'Phường An Hội Tây', cityName: 'Hồ Chí Minh' }];
  for (const [districtName, wardName] of [['Quận Gò Vấp', 'Phường 12'], ['Q. Gò Vấp', 'P12'], ['go vap', '12'], ['Gò Vấp', 'P. 12']] as const) {
    expect([districtName, wardName, await successors({ cityName: 'Thành phố Hồ Chí Minh', districtName, wardName })]).toEqual([districtName, wardName, now]);
  }
  expect(await successors({ cityName: 'Bình Dương', districtName: 'Quận Gò Vấp', wardName: 'Phường 12' })).toEqual([]);
});
