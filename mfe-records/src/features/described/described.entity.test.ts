import { toZoned } from '@phr/time/zone';
import { describedNow } from './described.entity.ts';

test('a visit of an earlier day is not told as going on; a stay and a treatment are, as in the list', () => {
  const told = (daysAgo: number, code: string) =>
    describedNow(
      {
        resourceType: 'Encounter',
        id: 'e',
        status: 'in-progress',
        class: { code },
        period: { start: toZoned(Date.now() - daysAgo * 86_400_000, 'Asia/Ho_Chi_Minh') },
      },
      'vi-VN',
    ).status;
  expect([told(2, 'AMB'), told(0, 'AMB')]).toEqual(['Đã khám, chưa ghi kết thúc', 'Đang khám']);
  for (const code of ['IMP', 'ACUTE', 'NONAC', 'F0H', 'POST_COVID']) expect(told(2, code)).toBe('Đang khám');
});
