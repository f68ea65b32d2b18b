import { searchset } from '@phr/testing/dev-page';
import { entriesOf } from '@phr/testing/entries-of';
import { createFakeHost, FAKE_MOTHER } from '@phr/testing/fake-host';
import module from '../module.ts';

const visit = (more: object = {}) => ({
  resourceType: 'Appointment',
  id: 'v1',
  status: 'booked',
  start: '2026-12-11T08:00:00+07:00',
  participant: [
    { actor: { reference: 'HealthcareService/h', display: 'Khám tim mạch' } },
    { actor: { reference: 'PractitionerRole/p', display: 'BS. Lê Văn Hải' } },
    { actor: { reference: 'Location/l', display: 'Bệnh viện Sao Mai' } },
  ],
  ...more,
});

test('an appointment is found by what it is about, with whom, where and when', async () => {
  const host = createFakeHost({ respond: () => searchset([visit()]) });
  expect((await entriesOf(module, host, FAKE_MOTHER)).entries).toEqual([
    {
      title: 'Khám tim mạch',
      detail: expect.stringMatching(/^08:00 11\/12\/2026 · .+ · Bệnh viện Sao Mai$/),
      words: expect.arrayContaining(['BS. Lê Văn Hải', 'Bệnh viện Sao Mai']),
      place: { screen: 'appointment-details', params: { id: 'v1' } },
    },
  ]);
  expect(host.seen.requests.map(({ path }) => path)).toEqual([`/Patient/${FAKE_MOTHER.id}/Appointment`]);
});

test('one entered in error is not found, a cancelled one says so, and a failure is no empty answer', async () => {
  const host = createFakeHost({
    respond: () => searchset([visit({ status: 'entered-in-error' }), visit({ id: 'v2', status: 'cancelled' })]),
  });
  const { entries } = await entriesOf(module, host);
  expect(entries.map(({ detail }) => detail)).toEqual([expect.stringContaining('Đã hủy')]);
  await expect(entriesOf(module, createFakeHost({ respond: () => undefined }))).rejects.toThrow();
});
