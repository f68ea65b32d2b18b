import { deliveryNotice } from './delivery-notice.ts';

const notice = (title: string) => ({ type: 'info' as const, title });
const path = 'prediction.0.qualitativeRisk.coding.0.code';
const answer = (code: unknown) => ({ prediction: [{ qualitativeRisk: { coding: [{ code }] } }] });

test('what is told of a late write is chosen by what the service answered', () => {
  const queue = { told: notice('assessed'), toldBy: { path, notices: { veryDangerous: notice('call now') } } };
  expect(deliveryNotice(queue, answer('veryDangerous'))).toEqual(notice('call now'));
  for (const other of [answer('mild'), answer('toString'), answer(3), {}, undefined, 'x'])
    expect(deliveryNotice(queue, other)).toEqual(notice('assessed'));
  expect(deliveryNotice({ told: notice('assessed') }, answer('veryDangerous'))).toEqual(notice('assessed'));
  expect(deliveryNotice({}, answer('veryDangerous'))).toBeUndefined();
});
