import { ruleOf } from './resource-types.ts';
import { readQuery, readZone, writeCursor, type RawQuery } from './search-query.ts';

const ZONE = 420;
const read = (type: string, raw: RawQuery) => {
  const rule = ruleOf(type);
  if (rule === undefined) throw new Error(`no rule for ${type}`);
  return readQuery(rule, raw, ZONE);
};
const PLAIN = {
  ids: undefined,
  codes: undefined,
  tokens: [],
  contains: [],
  identifiers: [],
  dates: [],
  sort: { key: 'date', descending: true },
  count: 100,
  offset: 0,
  page: undefined,
  cursor: undefined,
  total: false,
  assoc: [],
};
const day = (prefix: string, start: string, end: string) => ({ prefix, start: new Date(start), end: new Date(end) });

test.each([
  ['a record by its dates, newest first', 'Observation', {}],
  ['a record without dates by its last change', 'RelatedPerson', { sort: { key: 'lastUpdated', descending: true } }],
  [
    'a directory by its last change, counted',
    'Questionnaire',
    { sort: { key: 'lastUpdated', descending: true }, total: true },
  ],
  ['terms in their own order, counted', 'Concept', { sort: { key: 'id', descending: false }, total: true }],
])('without a condition %s', (_, type, more) => {
  expect(read(type, {})).toEqual({ ...PLAIN, ...more });
});

test.each<[string, RawQuery, object]>([
  ['ids, the commas of which may be escaped', { _id: 'a, b\\,c,,' }, { ids: ['a', 'b,c'] }],
  ['the order of ids', { _sort: '_id' }, { sort: { key: 'id', descending: false } }],
  ['the order of changes, backwards', { _sort: '-_lastUpdated' }, { sort: { key: 'lastUpdated', descending: true } }],
  ['the order of dates', { _sort: 'date' }, { sort: { key: 'date', descending: false } }],
  ['the same by another name', { _sort: '-start' }, { sort: { key: 'date', descending: true } }],
  ['no entry', { _count: '0' }, { count: 0 }],
  ['a thousand at most', { _count: '1001' }, { count: 1000 }],
  ['a thousand', { _count: '1000' }, { count: 1000 }],
  ['a total', { _total: 'accurate' }, { total: true }],
  ['an estimate', { _total: 'estimate' }, { total: true }],
  ['no total', { _total: 'none' }, { total: false }],
  ['a count alone', { _summary: 'count', _count: '7' }, { count: 0, total: true }],
  ['no summary', { _summary: 'false' }, {}],
  ['the first page', { page: '1', _count: '20' }, { page: 1, count: 20, offset: 0 }],
  ['the third page, whatever stands first', { page: '3', _count: '20' }, { page: 3, count: 20, offset: 40 }],
  [
    'a cursor',
    { _cursor: writeCursor({ sort: '2026-11-01 00:00:00+00', id: 'x' }) },
    { cursor: { sort: '2026-11-01 00:00:00+00', id: 'x' } },
  ],
  [
    'a cursor of no date',
    { _cursor: writeCursor({ sort: '-infinity', id: 'x' }) },
    { cursor: { sort: '-infinity', id: 'x' } },
  ],
  ['a cursor of ids', { _cursor: writeCursor({ sort: 'id', id: 'x' }) }, { cursor: { sort: 'id', id: 'x' } }],
  ['what is joined', { _assoc: 'a,b' }, { assoc: ['a', 'b'] }],
  ['a form of the answer', { _format: 'json', _pretty: 'true' }, {}],
  ['an identifier', { identifier: 'sys|1,|2' }, { identifiers: [['sys|1', '|2']] }],
  ['two identifiers', { identifier: ['a|1', 'b|2'] }, { identifiers: [['a|1'], ['b|2']] }],
  ['codes', { code: 'x,http://loinc.org|1' }, { codes: ['x', 'http://loinc.org|1'] }],
  ['codes twice', { code: ['x', 'y'] }, { codes: ['x'], tokens: [{ values: ['code=y'], not: false }] }],
  ['no code', { 'code:not': 'x' }, { tokens: [{ values: ['code=x'], not: true }] }],
  ['a status', { status: 'final,amended' }, { tokens: [{ values: ['status=final', 'status=amended'], not: false }] }],
  ['a visit by its id', { encounter: '1' }, { tokens: [{ values: ['encounter=Encounter/1'], not: false }] }],
  [
    'a visit by its reference',
    { encounter: 'Encounter/1' },
    { tokens: [{ values: ['encounter=Encounter/1'], not: false }] },
  ],
  [
    'a visit by an address',
    { encounter: 'urn:uuid:1' },
    { tokens: [{ values: ['encounter=urn:uuid:1'], not: false }] },
  ],
  ['a day', { date: '2026-11-20' }, { dates: [day('eq', '2026-11-19T17:00:00Z', '2026-11-20T16:59:59.999Z')] }],
  [
    'from a month on',
    { date: 'ge2026-11' },
    { dates: [day('ge', '2026-10-31T17:00:00Z', '2026-11-30T16:59:59.999Z')] },
  ],
  [
    'a time whose plus sign and T were lost',
    { date: 'lt2026-11-20 08:00:00 07:00' },
    { dates: [day('lt', '2026-11-20T01:00:00Z', '2026-11-20T01:00:00.999Z')] },
  ],
])('a search says %s', (_, raw, more) => {
  expect(read('Observation', raw)).toEqual({ ...PLAIN, ...more });
});

test('words are searched as they are indexed, where a type has some', () => {
  expect(read('Organization', { _ilike: ' Bệnh  viện ' }).contains).toEqual(['benh', 'vien']);
  expect(read('Concept', { display: 'Đau' }).contains).toEqual(['dau']);
  expect(() => read('Observation', { _ilike: 'x' })).toThrow('_ilike is not supported');
});

test.each<[string, string, RawQuery]>([
  ['an unknown parameter', 'Observation', { colour: 'red' }],
  ['one that every object has', 'Observation', { constructor: 'x' }],
  ['an unknown modifier', 'Observation', { 'code:text': 'x' }],
  ['a negation of what is no code', 'Observation', { 'encounter:not': '1' }],
  ['a null character', 'Observation', { code: 'a\u0000b' }],
  ['a value of more than 20,000 characters', 'Observation', { code: 'a'.repeat(20_001) }],
  ['an order of what has no dates', 'RelatedPerson', { _sort: 'date' }],
  ['an unknown order', 'Observation', { _sort: 'code' }],
  ['a negative count', 'Observation', { _count: '-1' }],
  ['a count of seven digits', 'Observation', { _count: '1000000' }],
  ['page zero', 'Observation', { page: '0' }],
  ['an unknown total', 'Observation', { _total: 'all' }],
  ['another summary', 'Observation', { _summary: 'text' }],
  ['a cursor that is none', 'Observation', { _cursor: 'x' }],
  ['a cursor of one part', 'Observation', { _cursor: Buffer.from('["id"]').toString('base64url') }],
  ['a cursor of numbers', 'Observation', { _cursor: Buffer.from('["id",1]').toString('base64url') }],
  ['a cursor that is no list', 'Observation', { _cursor: Buffer.from('{"length":2}').toString('base64url') }],
  ['a cursor with another order', 'Observation', { _cursor: writeCursor({ sort: "'; drop", id: 'x' }) }],
  ['a cursor with a null character', 'Observation', { _cursor: writeCursor({ sort: 'id', id: '\u0000' }) }],
  ['no date', 'Observation', { date: 'tomorrow' }],
  ['a day that there is not', 'Observation', { date: 'ge2026-02-30' }],
  ['a code without a system, written as one with', 'Observation', { code: '|x' }],
  ['a system without a code', 'Observation', { code: 'sys|' }],
  ['an identifier without a system', 'Observation', { identifier: '1' }],
])('a search with %s is refused', (_, type, raw) => {
  expect(() => read(type, raw)).toThrow(expect.objectContaining({ name: 'FhirError', statusCode: 400 }));
});

test('the longest value is taken', () => {
  expect(read('Observation', { code: 'a'.repeat(20_000) }).codes?.[0]).toHaveLength(20_000);
});

test("a caller's zone is minutes east of UTC, up to fourteen hours, and else that of the facilities", () => {
  expect([undefined, '0', '-300', '+840', '840', '-840', ['60']].map((header) => readZone(header))).toEqual([
    420, 0, -300, 840, 840, -840, 420,
  ]);
  for (const header of ['841', '-841', '7:00', '', 'x', '1e2'])
    expect(() => readZone(header)).toThrow('X-Timezone-Offset');
});
