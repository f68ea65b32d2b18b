import fc from 'fast-check';
import { ContentFault, RESOURCE_LIMITS } from './limits.ts';
import { parseJson } from './json-text.ts';
import { checkContent, readContent } from './read-content.ts';

/** In pieces; at once it must be the same. */
const read = async (text: string): Promise<unknown> => {
  const bytes = Buffer.from(text);
  const [pieces, whole] = await Promise.allSettled([readContent(bytes, 0), readContent(bytes, bytes.length)]);
  expect(whole).toEqual(pieces);
  if (pieces.status === 'rejected') throw pieces.reason;
  return pieces.value;
};
const faultOf = async (text: string): Promise<unknown> => {
  try {
    await read(text);
  } catch (error) {
    return error instanceof ContentFault ? [error.limit ?? error.message, error.path, error.statusCode] : error;
  }
  return 'taken';
};
const observation = (members: string): string => `{"resourceType":"Observation",${members}}`;
const times = (count: number, one: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => one(n)).join(',');
/** One resource at a limit and one beyond it: the count, and the path of the first excess element. */
const LIMITS: readonly (readonly [
  limit: keyof typeof RESOURCE_LIMITS,
  at: number,
  body: (count: number) => string,
  path: string,
  status: number,
])[] = [
  // the type and the objects of the list count as well
  ['elements', 4_999, (count) => observation(`"x":[${times(count, () => '1')}]`), 'Observation.x[4999]', 413],
  ['elements', 4_999, (count) => observation(times(count, (n) => `"k${n}":true`)), 'Observation.k4999', 413],
  ['elements', 4_999, (count) => observation(times(count, (n) => `"k${n}":[]`)), 'Observation.k4999', 413],
  [
    'references',
    500,
    (count) => observation(`"hasMember":[${times(count, (n) => `{"reference":"Observation/${n}"}`)}]`),
    'Observation.hasMember[500].reference',
    413,
  ],
  [
    'narrativeBytes',
    262_144,
    (count) => observation(`"text":{"div":"${'é'.repeat(count / 2 - 1)}\\u00e9${count % 2 === 1 ? 'a' : ''}"}`),
    'Observation.text.div',
    413,
  ],
  ['digits', 100, (count) => observation(`"a":[{"value":-0.${'1'.repeat(count - 1)}}]`), 'Observation.a[0].value', 413],
  [
    'depth',
    40,
    (count) => observation(`"a":${'['.repeat(count - 1)}${']'.repeat(count - 1)}`),
    `Observation.a${'[0]'.repeat(39)}`,
    400,
  ],
  [
    'bytes',
    RESOURCE_LIMITS.bytes,
    (count) => {
      const [start, end] = [observation('"a":[').slice(0, -1), ']}'];
      const one = `"${'a'.repeat(99_998)}"`;
      const most = `${start}${Array.from({ length: 10 }, () => one).join(',')},"`;
      return `${most}${'b'.repeat(count - most.length - end.length - 1)}"${end}`;
    },
    'Observation',
    413,
  ],
];

test.each(LIMITS)(
  'a resource is taken at the limit of %s (%i) and refused beyond it',
  async (limit, at, body, path, status) => {
    expect(await faultOf(body(at))).toBe('taken');
    expect(await faultOf(body(at + 1))).toEqual([limit, path, status]);
    expect(() => {
      checkContent(Buffer.from(body(at + 1)));
    }).toThrow(ContentFault);
  },
);

test.each(LIMITS)(
  'each entry of a bundle has the limit of %s (%i) for itself',
  async (limit, at, body, path, status) => {
    const bundle = (last: string): string =>
      `{"resourceType":"Bundle","type":"transaction","entry":[{"fullUrl":"urn:uuid:1","resource":${body(at)},"request":{"method":"POST"}},{"resource":${last}}]}`;
    expect(await faultOf(bundle(body(at)))).toBe('taken');
    expect(await faultOf(bundle(body(at + 1)))).toEqual([
      limit,
      path.replace('Observation', 'Bundle.entry[1].resource'),
      status,
    ]);
  },
);

test('the limits are refused before anything is parsed: what is beyond them need not be JSON', async () => {
  expect(await faultOf(observation(`"x":[${times(5_000, () => '1')} not JSON`))).toEqual([
    'elements',
    'Observation.x[4999]',
    413,
  ]);
  expect(
    await faultOf(
      `{"resourceType":"Observation","hasMember":[${times(10_000, (n) => `{"reference":"Observation/${n}"}`)}]}`,
    ),
  ).toEqual(['references', 'Observation.hasMember[500].reference', 413]);
  expect(await faultOf(observation(`"valueDecimal":1${'0'.repeat(1_000_000)}`))).toEqual([
    'digits',
    'Observation.valueDecimal',
    413,
  ]);
  expect(await faultOf(observation(`"note":[{"text":"${'x'.repeat(18 * 1_048_576)}"}]`))).toEqual([
    'narrativeBytes',
    'Observation.note[0].text',
    413,
  ]);
  expect(await faultOf(observation(times(700_000, (n) => `"k${n}":1`)))).toEqual([
    'elements',
    'Observation.k4999',
    413,
  ]);
  expect(
    await faultOf(`{"resourceType":"Observation","entry":[${times(6, () => `{"a":[${times(1_000, () => '1')}]}`)}]}`),
  ).toEqual(['elements', 'Observation', 413]);
});

test('data of samples and attachments do not count', async () => {
  const data = 'A'.repeat(3 * 1_048_576);
  expect(await read(observation(`"valueSampledData":{"data":"${data}"}`))).toEqual({
    resourceType: 'Observation',
    valueSampledData: { data },
  });
});

test.each([
  ['half a character', '"\\ud83d"', 'Observation.a'],
  ['the other half', '"x\\ude00"', 'Observation.a'],
  ['halves in the wrong order', '"\\ude00\\ud83d"', 'Observation.a'],
  ['half and a letter', '"\\ud83d\\u0041"', 'Observation.a'],
  ['U+0000', '"a\\u0000"', 'Observation.a'],
  ['a number beyond all bounds', '1e999', 'Observation.a'],
  ['a name that is none', '{"__proto__":1}', 'Observation.a'],
  ['the same, written oddly', '{"\\u005f_proto__":1}', 'Observation.a'],
])('%s is refused with its place', async (_what, value, path) => {
  expect(await faultOf(observation(`"a":${value}`))).toEqual([expect.stringContaining('The content holds'), path, 400]);
});

test('a pair of halves is one character, and text that is not UTF-8 is none', async () => {
  expect(await read(observation('"a":"\\ud83d\\ude00 \\u1ea1 \\\\ \\" \\n"'))).toEqual({
    resourceType: 'Observation',
    a: '😀 ạ \\ " \n',
  });
  await expect(readContent(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).rejects.toMatchObject({ statusCode: 400 });
  expect(await readContent(Buffer.from('\uFEFF{"a":1}'))).toEqual({ a: 1 });
});

test.each([
  '',
  ' ',
  '{',
  '{"entry":[',
  '{"entry":[1,]}',
  '{"entry":[,1]}',
  '{"entry":[1 2]}',
  '{"entry":[{"resource":{},"resource":{}}]}',
  '{"entry":[],"entry":[]}',
  '{"entry":[1]}x',
  '{"a":tru}',
  '{"a" 1}',
  '[1,]',
  '{"a":1,}',
  '"a',
  '{"entry":[01]}',
])('what is no JSON, or names a part of a bundle twice, is refused: %s', async (text) => {
  await expect(read(text)).rejects.toMatchObject({ name: 'ContentFault', statusCode: 400 });
});

test('whatever JSON it is, it is read as a parser reads it', async () => {
  const strings = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\u0000'));
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      strings,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        strings.filter((name) => name !== '__proto__'),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(
      value,
      fc.array(value, { maxLength: 3 }),
      fc.integer({ min: 0, max: 2 }),
      async (one, entry, space) => {
        for (const sent of [one, { resourceType: 'Bundle', one, entry, last: 1 }]) {
          const text = JSON.stringify(sent, null, space);
          expect(JSON.stringify(await read(text))).toBe(JSON.stringify(parseJson(text)));
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('numbers keep their digits, in entries of a bundle too', async () => {
  const text = '{"resourceType":"Bundle","entry":[{"resource":{"a":5.40,"b":1e2,"c":-0}},{"resource":{"a":5.4}}]}';
  expect(JSON.stringify(await read(text))).toBe(text);
});
