import type { Goal, Person } from '@phr/clinical/assess/verdict';
import { goalsIn, needsAuthor, personIn } from '@phr/fhir/judging-person';
import { text } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../fhir/actor.ts';
import type { Sql } from '../kit/platform.ts';
import type { Repository } from '../records/repository.ts';

/** Judging input on the server: birth date, sex, and the record's goals with authors. */
export async function judgedPerson(
  repository: Pick<Repository, 'read' | 'search'>,
  patientId: string,
  sql?: Sql,
): Promise<{ readonly person: Person; readonly goals: readonly Goal[] }> {
  const options = sql === undefined ? { patientId } : { patientId, sql };
  const all = async (type: string): Promise<readonly unknown[]> =>
    (await repository.search(SYSTEM_ACTOR, type, { _count: '200' }, options)).items.map(contentOf);
  const { birthDate, gender } = contentOf(await repository.read(SYSTEM_ACTOR, 'Patient', patientId, sql));
  const goals = await all('Goal');
  const written = goalsIn(goals).some(needsAuthor) ? await all('Provenance') : [];
  return {
    person: personIn({ birthDate: text(birthDate), gender: text(gender) }),
    goals: goalsIn([...goals, ...written]),
  };
}

export const contentOf = ({ content }: { readonly content: string }): Record<string, unknown> =>
  JSON.parse(content) as Record<string, unknown>;
