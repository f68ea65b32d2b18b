import { FhirError, forbidden } from '../fhir/fhir-error.ts';
import { createNoteRefusal, auditRefusedTry, auditingRefusals } from './refused-tries.ts';
import { watchedSql } from './watched-sql.test-support.ts';

const TRIED = { userId: 'binh', patientId: 'an', action: 'read', type: 'rest', entity: 'Observation/1' } as const;
const NOTED = ['binh', 'an', 'read', 'rest', 'Observation/1'];

test('a refused try is counted and told in one statement, also without a record or an entry', async () => {
  const { asked, sql: db } = watchedSql();
  await auditRefusedTry(db, TRIED);
  await auditRefusedTry(db, { userId: 'binh', action: 'read', type: 'export' });
  expect(asked.map(({ values }) => values)).toEqual([NOTED, ['binh', null, 'read', 'export', null]]);
  expect(asked[0]?.text).toMatch(/into refused_try[^]*into audit_event/);
});

test('a refusal is noted once, wherever it passes and however deep it lies in another error', async () => {
  const { asked, sql: db } = watchedSql();
  const note = createNoteRefusal(db);
  const refusal = forbidden('Observation', TRIED);
  for (const error of [new Error('outer', { cause: new Error('inner', { cause: refusal }) }), refusal, refusal])
    await note(error);
  expect(asked.map(({ values }) => values)).toEqual([NOTED]);
  await note(forbidden('Observation', TRIED));
  expect(asked).toHaveLength(2);
});

test.each([
  ['a refusal that was no try at a record', forbidden()],
  ['another error', new Error('x')],
  ['an error with another cause', new Error('x', { cause: new Error('y') })],
  ['what is no error', { cause: forbidden('x', TRIED) }],
  ['nothing', undefined],
])('%s is not noted', async (_, error) => {
  const { asked, sql: db } = watchedSql();
  await createNoteRefusal(db)(error);
  expect(asked).toEqual([]);
});

test('work gives what it gives; a refusal that ends it is noted before it goes on', async () => {
  const { asked, sql: db } = watchedSql();
  const note = createNoteRefusal(db);
  expect(await auditingRefusals(note, async () => 7)).toBe(7);
  const refusal = new FhirError(403, { code: 'forbidden', diagnostics: 'no' }, TRIED);
  await expect(
    auditingRefusals(note, async () => {
      throw refusal;
    }),
  ).rejects.toBe(refusal);
  expect(asked).toHaveLength(1);
});
