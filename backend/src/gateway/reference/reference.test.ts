import { cities, districts } from './places.ts';
import { referenceConcepts } from './concepts.ts';
import { successors, wards } from './wards.ts';

const words = (set: string): readonly string[] =>
  referenceConcepts()
    .filter(({ valueset }) => valueset.some((name) => name === set))
    .map(({ display }) => display);

test('[PROF-26] 224 occupations, codes 001 to 224, each with a slug of its own and words in both languages', () => {
  const list = referenceConcepts().filter(({ valueset }) => valueset.includes('occupation'));
  expect(list.map(({ code }) => code)).toEqual(
    Array.from({ length: 224 }, (_, index) => String(index + 1).padStart(3, '0')),
  );
  expect(new Set(list.map(({ slug }) => slug)).size).toBe(224);
  for (const { code, slug, display, designation } of list) {
    expect([code, slug]).toEqual([code, expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
    expect([code, display, designation.map(({ language }) => language)]).toEqual([
      code,
      expect.stringMatching(/^\p{Lu}/u),
      ['vi', 'en'],
    ]);
  }
  expect(new Set(words('occupation')).size).toBe(224);
});

test('every concept has an id that a resource may have, one display, and no second with the same id', () => {
  const all = referenceConcepts();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { id, display, valueset } of all)
    expect([id, display !== '', valueset.length > 0]).toEqual([
      expect.stringMatching(/^[A-Za-z0-9.-]{1,64}$/),
      true,
      true,
    ]);
  expect(words('relationship')).toHaveLength(30);
  expect(words('vaccine')).toContain('Viêm gan B');
  expect(words('lab-test')).toContain('Creatinin');
  expect(words('condition')).toContain('Hen phế quản');
});

test('the symptom lists are those of the table, with SNOMED CT only where one code fits', () => {
  expect([words('symptom-post-covid').length, words('symptom-basic').length, words('symptom-critical').length]).toEqual(
    [12, 7, 4],
  );
  const byCode = new Map(referenceConcepts().map((concept) => [concept.code, concept]));
  expect(byCode.get('cough')?.mapping).toEqual([{ system: 'http://snomed.info/sct', code: '49727002' }]);
  expect(byCode.get('muscle-joint-pain')?.mapping).toBeUndefined();
});

test('three levels: 63 provinces and 696 districts; two levels: 34 provinces without districts', () => {
  const before = cities('three-level');
  expect([
    before.length,
    new Set(before.map(({ code }) => code)).size,
    before.every(({ levels }) => levels === 3),
  ]).toEqual([63, 63, true]);
  const all = before.flatMap(({ name }) => districts('three-level', name) ?? []);
  expect([all.length, new Set(all.map(({ code }) => code)).size]).toEqual([696, 696]);
  const after = cities('two-level');
  expect([after.length, after.every(({ levels }) => levels === 2)]).toEqual([34, true]);
  expect(after.flatMap(({ name }) => districts('two-level', name) ?? [{ code: '', name }])).toEqual([]);
});

test('a city is found as papers write it, by its old name after a merger, and not when it is none', () => {
  for (const name of ['Hồ Chí Minh', 'Thành phố Hồ Chí Minh', 'TP. Hồ Chí Minh', 'tp ho chi minh']) {
    expect([name, districts('three-level', name)?.some(({ name: district }) => district === 'Quận 7')]).toEqual([
      name,
      true,
    ]);
  }
  expect(districts('three-level', 'Bà Rịa-Vũng Tàu')).toHaveLength(7);
  expect(districts('three-level', 'Tỉnh Bình Dương')).toHaveLength(9);
  expect(districts('two-level', 'Bình Dương')).toEqual([]);
  expect([districts('three-level', 'Atlantis'), districts('two-level', '')]).toEqual([undefined, undefined]);
  expect(
    cities('three-level')
      .map(({ name }) => name)
      .indexOf('Đà Nẵng'),
  ).toBeGreaterThan(
    cities('three-level')
      .map(({ name }) => name)
      .indexOf('Cần Thơ'),
  );
});

test('two levels: 3,321 wards, each with a kind and a unique code, in the form used for comparing names', async () => {
  const all = (await Promise.all(cities('two-level').map(({ name }) => wards(name)))).flatMap((list) => list ?? []);
  expect([all.length, new Set(all.map(({ code }) => code)).size]).toEqual([3_321, 3_321]);
  for (const { code, name } of all)
    expect([name, code]).toEqual([
      expect.stringMatching(/^(?:Phường|Xã|Đặc khu) \S/),
      expect.stringMatching(/^\d{5}$/),
    ]);
  expect(all.filter(({ name }) => name !== name.normalize('NFC'))).toEqual([]);
  expect((await wards('Đồng Nai'))?.length).toBe(95);
  // a province that was merged leads to the one it belongs to
  expect(await wards('Tỉnh Bình Dương')).toEqual(await wards('TP. Hồ Chí Minh'));
  expect(await wards('Atlantis')).toBeUndefined();
});

test('finds an old ward as papers spell it: several new names if it was split, none if unknown', async () => {
  const now = [{ code: '26882', name: 'Phường An Hội Tây', cityName: 'Hồ Chí Minh' }];
  for (const [districtName, wardName] of [
    ['Quận Gò Vấp', 'Phường 12'],
    ['Q. Gò Vấp', 'P12'],
    ['go vap', '12'],
    ['Gò Vấp', 'P. 12'],
  ] as const) {
    expect([
      districtName,
      wardName,
      await successors({ cityName: 'Thành phố Hồ Chí Minh', districtName, wardName }),
    ]).toEqual([districtName, wardName, now]);
  }
  expect(await successors({ cityName: 'Bình Dương', districtName: 'Quận Gò Vấp', wardName: 'Phường 12' })).toEqual([]);
});

test("an old ward with a broken or a namesake's code leads to the ward of its own province", async () => {
  const now = async (cityName: string, districtName: string, wardName: string) =>
    (await successors({ cityName, districtName, wardName })).map(
      ({ code, name, cityName: city }) => `${code} ${name}, ${city}`,
    );
  expect(await now('Hà Nội', 'Quận Hai Bà Trưng', 'Phường Bạch Mai')).toEqual(['00292 Phường Bạch Mai, Hà Nội']);
  expect(await now('Hà Nội', 'Huyện Gia Lâm', 'Xã Lệ Chi')).toEqual(['00562 Xã Thuận An, Hà Nội']);
  // one mark makes another ward
  const [first, second] = [
    await now('Quảng Ngãi', 'Huyện Ba Tơ', 'Thị trấn Ba Tơ'),
    await now('Quảng Ngãi', 'Huyện Ba Tơ', 'Xã Ba Tô'),
  ];
  expect([first, second].map((list) => list.map((line) => line.slice(6)))).toEqual([
    ['Xã Ba Tơ, Quảng Ngãi'],
    ['Xã Ba Tô, Quảng Ngãi'],
  ]);
});

describe('the spelling of ward names', () => {
  const all = async () =>
    (
      await Promise.all(
        cities('two-level').map(async (city) =>
          ((await wards(city.name)) ?? []).map(({ name }) => ({ city: city.name, name })),
        ),
      )
    ).flat();
  const syllablesOf = (name: string) =>
    name
      .replace(/^(?:Phường|Xã|Đặc khu) /, '')
      .split(/[\s\-–]+/)
      .filter((part) => !/^\d+$/.test(part));
  /** Provinces whose places also have names of other languages: Ê Đê, Gia Rai, Ba Na, Cơ Ho, Bru, Cơ Tu, Xtiêng. */
  const OTHER_LANGUAGES = new Set(['Đắk Lắk', 'Gia Lai', 'Lâm Đồng', 'Quảng Ngãi', 'Đà Nẵng', 'Quảng Trị', 'Đồng Nai']);

  test('each name is composed, single-spaced and capitalised, and begins with one of the three kinds', async () => {
    const wrong = (await all()).filter(
      ({ name }) =>
        name !== name.normalize('NFC').replace(/\s+/g, ' ').trim() || !/^(?:Phường|Xã|Đặc khu) [\p{Lu}\d]/u.test(name),
    );
    expect(wrong).toEqual([]);
    const small = (await all()).flatMap(({ name }) =>
      syllablesOf(name)
        .filter((syllable) => !/^\p{Lu}/u.test(syllable))
        .map((syllable) => `${name}: ${syllable}`),
    );
    expect(small).toEqual([]);
  });

  test('each syllable is valid Vietnamese, except where other languages are spoken', async () => {
    const faults = (await all()).flatMap(({ city, name }) =>
      syllablesOf(name).flatMap((syllable) => {
        const fault = spellingFault(syllable);
        return fault === undefined || (fault === 'no syllable' && OTHER_LANGUAGES.has(city))
          ? []
          : [`${name} (${city}): ${syllable}, ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('two wards of a province never differ in nothing but spaces, case or the place of a tone', async () => {
    const seen = new Map<string, string>();
    const twins = (await all()).flatMap(({ city, name }) => {
      const key = `${city}|${toneless(name.toLowerCase()).replace(/\s+/g, ' ')}|${tonesOf(name)}`;
      const before = seen.get(key);
      seen.set(key, name);
      return before === undefined ? [] : [`${before} / ${name} (${city})`];
    });
    expect(twins).toEqual([]);
  });

  test('the rules find what is wrong', () => {
    expect(['Hoà', 'Hòa', 'Thụy', 'Quý', 'Giếng', 'Nguyễn', 'Khuỷu', 'Yên', 'Gì', 'Thuở'].map(spellingFault)).toEqual([
      'tone',
      ...Array.from<undefined>({ length: 9 }),
    ]);
    expect(
      ['Hoaì', 'Thụyế', 'Bàc', 'Tiêng̣', 'Xyz', 'Đak', 'Quyên̉', 'Phươńg'].map(
        (word) => spellingFault(word.normalize('NFC')) !== undefined,
      ),
    ).toEqual(Array.from({ length: 8 }, () => true));
  });
});

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
const toneless = (text: string): string => text.normalize('NFD').replace(TONES, '').normalize('NFC');
const tonesOf = (text: string): string =>
  text
    .normalize('NFD')
    .split(' ')
    .map((word) => (word.match(TONES) ?? []).join(''))
    .join(' ');

const ONSET = /^(?:ngh|ng|nh|ph|th|tr|gh|kh|ch|qu|gi|[bcdđghklmnprstvx])?/;
/** Rimes of Vietnamese without their tone. */
const RIMES = new Set(
  (
    'a ac ach ai am an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây e ec em en eng eo ep et ê êch êm ên ênh êp êt êu i ia ich iêc iêm iên iêng iêp iêt iêu im in inh ip it iu o oa oac oach oai oam oan oang oanh oao oat oay ' +
    'oăc oăm oăn oăng oăt oc oe oen oeo oet oi om on ong ooc oong op ot ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơp ơt u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt uơ up ut uy uya uych uyên uyêt uynh uyt uyu ư ưa ưc ưi ưm ưn ưng ươc ươi ươm ươn ương ươp ươt ươu ưt ưu ' +
    'y yêm yên yêng yêt yêu ynh ych'
  ).split(' '),
);
const VOWEL = /[aăâeêioôơuưy]/;

/**
 * The fault of a syllable: 'no syllable', 'tones' (two of them), 'tone' (on another letter than in the data's style:
 * Hòa, not Hoà), or a stop with an impossible tone.
 */
function spellingFault(word: string): string | undefined {
  const lower = word.toLowerCase();
  const letters = [...lower.normalize('NFC')];
  const bare = toneless(lower);
  const tone = [...lower.normalize('NFD')].filter((char) => char.match(TONES) !== null);
  if (tone.length > 1) return 'tones';
  // 'gi' lends its vowel: Gì, Giếng
  const onset = (ONSET.exec(bare)?.[0] ?? '').replace(/^gi$/, RIMES.has(bare.slice(2)) ? 'gi' : 'g');
  const rime = bare.slice(onset.length);
  if (!RIMES.has(rime)) return 'no syllable';
  if (/(?:c|ch|p|t)$/.test(rime) && (tone.length === 0 || !'\u0301\u0323'.includes(tone[0] ?? ''))) return 'stop';
  if (tone.length === 0) return undefined;
  const at = letters.findIndex((char) => toneless(char) !== char) - onset.length;
  return at === tonePlace(rime) ? undefined : 'tone';
}

/**
 * Which vowel of a rime has the tone: the marked vowel (the second of 'ươ'), or else the last before a final consonant,
 * or else the last but one.
 */
function tonePlace(rime: string): number {
  const chars = [...rime];
  const marked = chars.findLastIndex((char) => 'ăâêôơư'.includes(char));
  if (marked !== -1) return marked;
  const vowels = chars.flatMap((char, index) => (VOWEL.test(char) ? [index] : []));
  const last = vowels.at(-1) ?? 0;
  return last < chars.length - 1 || vowels.length === 1 ? last : last - 1;
}
