import { codesOf } from '@phr/clinical/codings';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost } from '@phr/testing/fake-host';
import { changedWith, deleteWhole } from './deletion.port.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const AT = '2026-11-25T08:15:00+07:00';

test('with a weight goes the index of its moment, no other and none that a facility has measured', async () => {
  const facility = { performer: [{ reference: 'Organization/clinic' }] };
  const host = createFakeHost({
    respond: ({ method }) =>
      method === 'GET'
        ? searchset([
            rawValue('bmis', 88, AT, { id: 'own' }),
            rawValue('bmis', 22, '2026-11-25T20:15:00+07:00', { id: 'later' }),
            rawValue('bmis', 22, AT, { id: 'clinic', ...facility }),
          ])
        : {},
  });
  const weight = { id: 'w1', vitalKey: 'weights', measuredAt: AT } as const;
  await deleteWhole(host.request, 'p1', weight);
  const sent = host.seen.requests.map(({ method, path }) => `${method} ${path}`);
  expect(sent).toEqual([
    'GET /Patient/p1/Observation',
    'DELETE /api/phr/observation/own',
    'DELETE /api/phr/observation/w1',
  ]);
  expect(changedWith(weight)).toEqual([...codesOf('weights'), ...codesOf('bmis')]);
});
