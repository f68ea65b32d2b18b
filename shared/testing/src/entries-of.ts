import type { PatientSummary } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';
import type { SearchAnswer } from '@phr/contract/today';
import { acceptEntries } from '@phr/loader/search';
import { type FakeHost, FAKE_MAIN } from './fake-host.ts';

/** Queries a module's search source as the shell would. Entries no host would show are errors. */
export async function entriesOf(
  module: PhrModule,
  host: FakeHost,
  { id }: Pick<PatientSummary, 'id'> = FAKE_MAIN,
): Promise<SearchAnswer> {
  const { sources } = await module.create(host);
  if (sources?.search === undefined) throw new Error(`${module.name} has no search source`);
  const answer = await sources.search(id);
  const accepted = acceptEntries(answer, { patientId: id, isScreen: () => true });
  if (accepted.entries.length < answer.entries.length) throw new Error('No host shows all of these entries');
  return answer;
}
