import { newsOf } from './news.ts';

const notice = (title: string) => ({ type: 'info' as const, title });
const path = 'prediction.0.qualitativeRisk.coding.0.code';
const answer = (code: unknown) => ({ prediction: [{ qualitativeRisk: { coding: [{ code }] } }] });

test('what is told of a late write is chosen by what the service answered', () => {
  const queue = { told: notice('assessed'), toldBy: { path, notices: { veryDangerous: notice('call now') } } };
  expect(newsOf(queue, answer('veryDangerous'))).toEqual(notice('call now'));
  for (const other of [answer('mild'), answer('toString'), answer(3), {}, undefined, 'x'])
    expect(newsOf(queue, other)).toEqual(notice('assessed'));
  expect(newsOf({ told: notice('assessed') }, answer('veryDangerous'))).toEqual(notice('assessed'));
  expect(newsOf({}, answer('veryDangerous'))).toBeUndefined();
});
